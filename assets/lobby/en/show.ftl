show-head = { $game }, { $moves ->
    [0] before the first move
    [one] after one move
   *[other] after { $moves } moves
}, seen by { $viewer }
show-viewer-all = somebody who sees everything
show-viewer-public = the public
show-score = score { $score }
show-elsewhere = Elsewhere
show-empty = (empty)
show-on-top = { $count ->
    [one] one, on top:
   *[other] { $count }, on top:
} { $item }
show-of = of { $owner }
show-to-act = To act: { $names }
show-may = { $name } may:
show-over = Over: { $reason }
show-place = place { $place }: { $name }
show-goes-on = The table goes on by itself.
show-tag-active = to move
show-tag-exhausted = exhausted
show-tag-selected = selected
show-tag-loud = loud
show-tag-out = out
show-tag-passed = passed
show-tag-dealer = dealer
show-tag-done = done
