-- concurrently
-- Operators look solutions up among a million, by the words of their labels: those of `label_words`.
create index concurrently if not exists solutions_by_words on solutions
  using gin (array_to_tsvector(array_remove(regexp_split_to_array(lower(label), '[\s!-/:-@\[-`{-~]+'), '')));
