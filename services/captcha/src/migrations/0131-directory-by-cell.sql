-- concurrently
-- Each start asks whether a key lies in a cell for which it has no address, without reading the directory of all keys.
create index concurrently if not exists directory_by_cell on directory (cell);
