seat-unnamed = Spieler { $number }
