-- Parts of the log as a file. The worker writes part after part and remembers where it is, so that any other can go on.
create table captcha.exports (
  id uuid primary key,
  site_id int not null references captcha.sites (id) on delete cascade,
  format text not null check (format in ('CSV', 'JSON')),
  filters jsonb not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'EXPIRED')),
  -- Issued within these times: `from_at` included, `to_at` not. Progress is how much of it is read.
  from_at timestamptz not null,
  to_at timestamptz not null,
  created_by text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  -- The last row that is written; the next part goes on after it, towards older ones.
  after_at timestamptz,
  after_id uuid,
  row_count int not null default 0,
  -- There were more rows than one file may have.
  truncated boolean not null default false,
  part_count int not null default 0,
  -- Of the whole text, without compression.
  byte_count bigint not null default 0,
  crc bigint not null default 0,
  compressed_bytes bigint not null default 0,
  -- Who works at it, and until when nobody else may.
  lease_owner uuid,
  lease_until timestamptz,
  -- The job that waited longest is served first, a slice at a time.
  served_at timestamptz not null,
  -- Failures since the last part that was written.
  failures smallint not null default 0
);
create index exports_of_site on captcha.exports (site_id, created_at desc, id desc);
create index exports_open on captcha.exports (served_at) where status in ('QUEUED', 'RUNNING');
create index exports_by_end on captcha.exports (expires_at);

-- Raw deflate blocks that end on a byte: one after another, within a header and a trailer, they are one gzip file.
-- No foreign key: an export with thousands of parts is deleted at once, and its parts follow a few at a time.
create table captcha.export_parts (
  export_id uuid not null,
  number int not null,
  data bytea not null,
  primary key (export_id, number)
);
alter table captcha.export_parts alter column data set storage external;

-- Requests to erase. Which network or ids were meant is not kept once they are gone.
create table captcha.erasures (
  id uuid primary key,
  site_id int not null references captcha.sites (id) on delete cascade,
  scope text not null check (scope in ('VERIFICATIONS', 'NETWORK', 'BEFORE', 'ALL')),
  network cidr,
  -- What was issued before this time is erased.
  before_at timestamptz not null,
  status text not null check (status in ('RUNNING', 'DONE')),
  erased bigint not null default 0,
  created_by text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- 0 finished verifications, 1 rounds that led to a harder one that nobody answered.
  stage smallint not null default 0,
  after_at timestamptz,
  after_id uuid,
  lease_owner uuid,
  lease_until timestamptz,
  served_at timestamptz not null
);
create index erasures_of_site on captcha.erasures (site_id, created_at desc, id desc);
create index erasures_open on captcha.erasures (served_at) where status = 'RUNNING';

-- The log's index leaves out rounds that led to a harder one; without this they could not be found to be erased. Few rows
-- are of that kind, so writing the others does not get slower.
create index verifications_stepped_up on captcha.verifications (site_id, issued_at, id) where outcome = 3;
