-- concurrently
-- What processes tell each other several times a second: few rows among many, so that looking for them costs nothing.
create index concurrently if not exists volume_counts_urgent on volume_counts (at) where mark >= 2251799813685248;
