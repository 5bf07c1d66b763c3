# What `parlor import` says.
import-written = { $file } is written.
import-faults = { $count ->
    [one] Nothing is imported: there is one fault.
   *[other] Nothing is imported: there are { $count } faults.
}
import-nothing = There is nothing to import in these files.
import-there = { $file } exists already; --force replaces it.
