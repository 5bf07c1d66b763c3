show-head = { $game }, { $moves ->
    [0] vor dem ersten Zug
    [one] nach einem Zug
   *[other] nach { $moves } Zügen
}, gesehen von { $viewer }
show-viewer-all = jemandem, der alles sieht
show-viewer-public = der Öffentlichkeit
show-score = Punkte: { $score }
show-elsewhere = Anderswo
show-empty = (leer)
show-on-top = { $count ->
    [one] eine, obenauf:
   *[other] { $count }, obenauf:
} { $item }
show-of = von { $owner }
show-to-act = Am Zug: { $names }
show-may = { $name } kann:
show-over = Zu Ende: { $reason }
show-place = Platz { $place }: { $name }
show-goes-on = Der Tisch macht von selbst weiter.
show-tag-active = am Zug
show-tag-exhausted = erschöpft
show-tag-selected = ausgewählt
show-tag-loud = laut
show-tag-out = ausgeschieden
show-tag-passed = hat gepasst
show-tag-dealer = gibt
show-tag-done = fertig
