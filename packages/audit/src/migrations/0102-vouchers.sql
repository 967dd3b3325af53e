-- What says, under the key of now, how a chain ends whose last entry was signed with a key from before. Written by the owner alone.
create table vouchers (
  scope text not null,
  scope_id text not null,
  signature bytea not null,
  primary key (scope, scope_id)
);
