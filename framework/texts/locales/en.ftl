seat-unnamed = Player { $number }
