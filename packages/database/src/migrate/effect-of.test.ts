import { expect, test } from 'vitest'
import { effectsOf, stalls } from './effect-of.ts'
import { splitStatements } from './split-statements.ts'

const stalling = (sql: string) =>
  effectsOf(splitStatements(sql))
    .filter(stalls)
    .map(({ work }) => work)

test('statements are parted at their semicolons alone, without comments', () => {
  expect(
    splitStatements(`-- one; two\ncreate function f() returns int language sql as $x$ select 1; $x$;
      insert into a values ('it''s; -- not a comment', "b;c"); /* gone; */ select 1`),
  ).toEqual([
    'create function f() returns int language sql as $x$ select 1; $x$',
    `insert into a values ('it''s; -- not a comment', "b;c")`,
    'select 1',
  ])
})

test.each([
  ['alter table a alter column b type bigint', ['rewrite']],
  ['alter table a add column id uuid default gen_random_uuid()', ['rewrite']],
  ['alter table a add column id bigint generated always as identity', ['rewrite']],
  ['alter table a add column b int, alter b set not null', ['scan']],
  ['alter table a add constraint c check (b > 0)', ['scan']],
  ['alter table a add column b int check (b > 0)', ['scan']],
  ['alter table a add foreign key (b) references c', ['scan']],
  ['alter table a add constraint c unique (b)', ['build']],
  ['create index on a (b)', ['build']],
  ['update a set b = 1', ['rows']],
  ['insert into a select * from b', ['rows']],
  ['alter table a set unlogged', ['rewrite']],
  ['do $$ begin perform 1; end $$', ['unknown']],
  ['alter table a something new', ['unknown']],
])('%s keeps calls waiting', (sql, works) => expect(stalling(sql)).toEqual(works))

test.each([
  `alter table a add column b text not null default 'x', add column c timestamptz default now()`,
  'alter table a add constraint c check (b > 0) not valid; alter table a validate constraint c',
  'alter table a add constraint c foreign key (b) references d not valid',
  'alter table a add constraint n check (b is not null) not valid; alter table a validate constraint n; alter table a alter column b set not null',
  'create index concurrently if not exists i on a (b)',
  'alter table a add constraint c unique using index i',
  'create table a (b int); create index on a (b); insert into a select 1; alter table a alter b type bigint',
  'alter table a drop column b; drop table c; alter table a rename column d to e',
])('%s keeps nobody waiting', (sql) => expect(stalling(sql)).toEqual([]))
