-- Which of several databases side by side this one is: see decision 0119. The numbers of its sites, environments and API keys
-- begin at number * 2^24 and end before the next cell's, so a number tells its cell. An installation with one database is cell 0.
create table cell (
  only_one boolean primary key default true check (only_one),
  number smallint not null default 0 check (number between 0 and 127)
);
insert into cell default values;

alter table sites alter column id set maxvalue 16777215;
alter table environments alter column id set maxvalue 16777215;
alter table api_keys alter column id set maxvalue 16777215;

-- In which cell a site key, an API key or a solution is. Filled in cell 0 alone, and only where there are several: what nobody finds
-- here is in cell 0.
create table directory (
  -- A site key; the id of a solution; or for an API key a digest of its hash, from which nobody can tell either.
  key text primary key,
  cell smallint not null,
  solution_id uuid not null,
  -- How the cell names an API key; null for all else.
  api_key_id uuid,
  made_at timestamptz not null default clock_timestamp(),
  -- Whether the cell was seen to have it. What was reserved and never made is taken away again.
  settled boolean not null default false
);
create index directory_of_solution on directory (solution_id);
create index directory_unsettled on directory (made_at) where not settled;
