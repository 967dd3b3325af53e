-- Keyed hashes of passages of texts, each with who sent it: a message is known again whatever it is padded with.
create table seen_passages (
  solution_id uuid not null references spaces (solution_id) on delete cascade,
  passage bigint not null,
  author text not null,
  kept_until timestamptz not null,
  primary key (solution_id, passage, author)
);
create index seen_passages_by_age on seen_passages (kept_until);
