"""Tic-tac-toe as a plugin: the rules in plain Python.

The state is nine bytes, one for each field from the top left: "." is free, "x" and "o" are marks.
Seat 0 has "x" and begins. Every function answers from what it is given and from nothing else.
"""

import json

from componentize_py_types import Err
from wit_world import exports
from wit_world.exports import rules

MARKS = "xo"
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def text(key, **arguments):
    """A text: a key of locales/*.ftl and its arguments."""
    return [f"@tic-tac-toe-{key}", arguments] if arguments else [f"@tic-tac-toe-{key}"]


def write(value):
    """JSON without spaces: equal values are equal texts."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def name(field):
    """A field as players call it: a letter for the column, a number for the row from below."""
    return f"{'abc'[field % 3]}{3 - field // 3}"


def place(field):
    """A field as a cell of the board."""
    return f"{field % 3},{field // 3}"


class Board:
    """A game in progress."""

    def __init__(self, fields):
        self.fields = fields

    @staticmethod
    def read(state):
        fields = state.decode("ascii", "replace")
        if len(fields) != 9 or any(mark not in ".xo" for mark in fields):
            raise Err(write(["@state-invalid", {"reason": "it is no board"}]))
        return Board(fields)

    def next(self):
        """The seat that is to move."""
        return (9 - self.fields.count(".")) % 2

    def row(self):
        """Three in a row, if somebody has them."""
        for row in ROWS:
            marks = {self.fields[field] for field in row}
            if len(marks) == 1 and marks != {"."}:
                return row
        return None

    def is_over(self):
        return self.row() is not None or "." not in self.fields

    def free(self, seat):
        """The fields this seat may choose."""
        if self.is_over() or seat != self.next():
            return []
        return [field for field, mark in enumerate(self.fields) if mark == "."]

    def status(self):
        row = self.row()
        if row:
            winner = MARKS.index(self.fields[row[0]])
            places = [1 if seat == winner else 2 for seat in (0, 1)]
            turn = rules.Turn_Over(write({"places": places, "reason": "tic-tac-toe-outcome-row"}))
        elif "." not in self.fields:
            turn = rules.Turn_Over(write({"places": [1, 1], "reason": "tic-tac-toe-outcome-full"}))
        else:
            turn = rules.Turn_Act(bytes([self.next()]))
        return rules.GameStatus(turn, None, None)

    def step(self, events):
        return rules.Step(self.fields.encode("ascii"), self.status(), write(events), 0)


def action(field):
    return {"field": field}


class Rules(exports.Rules):
    """What the host calls."""

    def describe(self):
        schema = {"type": "object", "properties": {}, "additionalProperties": False}
        return write({"options": schema, "defaults": {}})

    def setup(self, options, seats, luck):
        if seats != 2:
            raise Err(rules.Failure_Refused(write(text("two-players"))))
        return Board("." * 9).step([])

    def status(self, state):
        return Board.read(state).status()

    def actions(self, state, seat):
        return [write(action(field)) for field in Board.read(state).free(seat)]

    def offers(self, state, seat):
        offers = []
        for field in Board.read(state).free(seat):
            pick = [f"cell:board:{place(field)}", text("offer-put", field=name(field))]
            offers.append([action(field), {"picks": [pick]}])
        return write(offers)

    def read_action(self, action_json):
        return write(action(self.field(action_json)))

    def field(self, action_json):
        """The field that an action names; refuses what has another form."""
        try:
            value = json.loads(action_json)
        except ValueError as error:
            raise Err(write(["@action-invalid", {"place": "", "reason": str(error)}]))
        field = value.get("field") if isinstance(value, dict) and len(value) == 1 else None
        if type(field) is not int or not 0 <= field < 9:
            raise Err(write(["@action-invalid", {"place": "field", "reason": "a number from 0 to 8 is expected"}]))
        return field

    def act(self, state, seat, action_json, luck, listening):
        board = Board.read(state)
        try:
            field = self.field(action_json)
        except Err as error:
            raise Err(rules.Failure_Refused(error.value))
        if board.is_over():
            raise Err(rules.Failure_Refused(write(text("over"))))
        if seat != board.next():
            raise Err(rules.Failure_Refused(write(["@not-your-turn"])))
        if board.fields[field] != ".":
            raise Err(rules.Failure_Refused(write(text("taken", field=name(field)))))
        fields = board.fields[:field] + MARKS[seat] + board.fields[field + 1 :]
        event = {
            "text": text("event-put", player={"seat": seat}, field=name(field)),
            "sound": "play",
            "about": [f"piece:m{field}"],
        }
        return Board(fields).step([event])

    def proceed(self, state, luck, listening):
        raise Err(rules.Failure_Refused(write(text("over"))))

    def scene(self, state, viewer):
        board = Board.read(state)
        row = board.row() or ()
        pieces = {}
        for field, mark in enumerate(board.fields):
            if mark != ".":
                piece = {"area": "board", "at": place(field), "look": f"mark-{mark}", "owner": MARKS.index(mark)}
                if field in row:
                    piece["tags"] = ["active"]
                pieces[f"m{field}"] = piece
        area = {
            "kind": "square",
            "title": text("board"),
            "width": 3,
            "height": 3,
            "cells": {place(field): "field" for field in range(9)},
        }
        seats = {str(seat): {"look": f"mark-{MARKS[seat]}"} for seat in (0, 1)}
        banner = text("over") if board.is_over() else text("banner-turn", player={"seat": board.next()})
        return write({"banner": banner, "areas": {"board": area}, "pieces": pieces, "seats": seats})
