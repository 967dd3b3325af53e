import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { describeStatements } from './describe-statements.ts'
import { readCatalogue } from './read-catalogue.ts'

const postgres = await startTestDatabase()
const db = openDatabase({ connectionString: await postgres.createDatabase(), max: 1 })
afterAll(async () => {
  await db.close()
  await postgres.stop()
})
await db.pool
  .query(`create table public.people (id uuid primary key, name text not null, nick text, age int, facts jsonb not null,
    state text not null check (state in ('NEW', 'OLD')));
  create table public.pets (id int primary key, owner uuid references public.people, name text not null, born date);
  create function public.count_pets(person uuid) returns bigint language sql return (select count(*) from public.pets where owner = person);
  create function public.nick_of(person uuid) returns text language sql return (select nick from public.people where id = person)`)

/** Columns as `name: type`, with `?` where they may be null. */
async function columnsOf(text: string): Promise<string[]> {
  const [described] = await db.transaction(async (tx) =>
    describeStatements(tx, await readCatalogue(tx), [{ name: 'it', text, place: 'here' }]),
  )
  return (described?.columns ?? []).map(({ name, type, nullable }) => `${name}: ${type}${nullable ? '?' : ''}`)
}

test.each([
  [
    'columns as the table has them',
    'select id, nick, name as "petName" from public.people',
    ['id: uuid', 'nick: text?', 'petName: text'],
  ],
  [
    'the far side of an outer join',
    'select p.name, t.name as pet from public.people p left join public.pets t on t.owner = p.id',
    ['name: text', 'pet: text?'],
  ],
  [
    'what a condition has proven of an outer join',
    'select t.name as pet from public.people p left join public.pets t on t.owner = p.id where t.born > $1',
    ['pet: text'],
  ],
  [
    'what `is not null` has proven',
    'select nick from public.people where nick is not null and age > 3',
    ['nick: text'],
  ],
  [
    'what one of two conditions has proven',
    'select nick from public.people where nick is not null or age > 3',
    ['nick: text?'],
  ],
  [
    'a set that is assigned',
    'update public.people set nick = $1 where nick is not null returning nick, name',
    ['nick: text?', 'name: text'],
  ],
  [
    'an insert',
    'insert into public.pets (id, name) values ($1, $2) returning id, owner',
    ['id: integer', 'owner: uuid?'],
  ],
  ['counts and sums', 'select count(*) as n, sum(age) as ages from public.people', ['n: bigint', 'ages: bigint?']],
  [
    'sums of groups',
    'select state, max(name) as last, max(age) as oldest from public.people group by 1',
    ['state: text', 'last: text', 'oldest: integer?'],
  ],
  ['coalesce', 'select coalesce(nick, name) as a, coalesce(nick, $1) as b from public.people', ['a: text', 'b: text?']],
  [
    'case',
    "select case when age > 3 then 'a' else name end as a, case when age > 3 then 'a' end as b from public.people",
    ['a: text', 'b: text?'],
  ],
  [
    'JSON',
    "select facts, facts ->> 'x' as x, (facts -> 'y')::int as y from public.people",
    ['facts: jsonb', 'x: text?', 'y: integer?'],
  ],
  [
    'operators',
    'select age > 3 as a, name || nick as b, name = $1 as c, nick is null as d from public.people',
    ['a: boolean?', 'b: text?', 'c: boolean', 'd: boolean'],
  ],
  [
    'subqueries',
    'select (select count(*) from public.pets) as n, (select name from public.pets limit 1) as pet, exists (select from public.pets) as any',
    ['n: bigint', 'pet: text?', 'any: boolean'],
  ],
  [
    'common tables',
    'with gone as (delete from public.pets returning id, born) select g.id, g.born from gone g',
    ['id: integer', 'born: date?'],
  ],
  [
    'both legs of a union',
    'select name, 1 as n from public.people union all select nick, 2 from public.people',
    ['name: text?', 'n: integer'],
  ],
  [
    'a recursion',
    'with recursive n as (select 1 as i union all select i + 1 from n where i < 9) select i from n',
    ['i: integer'],
  ],
  [
    'functions in SQL',
    'select public.count_pets(id) as pets, public.nick_of(id) as nick from public.people',
    ['pets: bigint', 'nick: text?'],
  ],
  ['lists', 'select u.i, u.ord from unnest($1::int[]) with ordinality as u(i, ord)', ['i: integer', 'ord: bigint']],
  ['no rows', 'delete from public.pets', []],
  ['commands', 'lock table public.pets in share mode', []],
])('tells of %s', async (_of, text, columns) => {
  expect(await columnsOf(text)).toEqual(columns)
})

test('tells where values come from', async () => {
  const text = "select coalesce(state, 'NONE') as state, upper(state) as loud from public.people"
  const [described] = await db.transaction(async (tx) =>
    describeStatements(tx, await readCatalogue(tx), [{ name: 'it', text, place: 'here' }]),
  )
  expect(described?.columns.map(({ origins }) => origins)).toEqual([
    [{ column: 'public.people.state' }, { literal: 'NONE' }],
    undefined,
  ])
  const { columns } = await db.transaction(readCatalogue)
  expect(columns.find(({ path }) => path === 'public.people.state')?.oneOf).toEqual(['NEW', 'OLD'])
})

test('names every statement that PostgreSQL refuses, and runs none', async () => {
  const refused = db.transaction(async (tx) =>
    describeStatements(tx, await readCatalogue(tx), [
      { name: 'one', text: 'select nothing from public.people', place: 'a.ts:1' },
      { name: 'two', text: 'delete from public.people', place: 'b.ts:2' },
      { name: 'three', text: 'select 1 from public.nowhere', place: 'c.ts:3' },
    ]),
  )
  await expect(refused).rejects.toThrow(/a\.ts:1: one: column "nothing".*\nc\.ts:3: three: relation/u)
  await db.pool.query(`insert into public.pets (id, name) values (1, 'Rex')`)
  await columnsOf('delete from public.pets returning id')
  expect((await db.pool.query('select id from public.pets')).rows).toEqual([{ id: 1 }])
})
