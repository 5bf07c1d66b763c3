# Was `parlor import` sagt.
import-written = { $file } ist geschrieben.
import-faults = { $count ->
    [one] Nichts wird importiert: Es gibt einen Fehler.
   *[other] Nichts wird importiert: Es gibt { $count } Fehler.
}
import-nothing = In diesen Dateien ist nichts zu importieren.
import-there = { $file } gibt es schon; --force ersetzt die Datei.
