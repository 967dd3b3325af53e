import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { copyDatabase } from './copy-database.ts'
import { type Database, openDatabase } from './open-database.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

/** What any schema may have: keys into another one, partitions, computed columns, numbers that are given out, triggers, and rows of migrations. */
const tables = `
  create schema shop; create schema till;
  create table shop.migrations (number int);
  create table shop.goods (id int generated always as identity primary key, label text not null, length int generated always as (length(label)) stored);
  create table till.sales (id bigint generated always as identity, good int not null references shop.goods (id), at timestamptz not null, price numeric,
    took interval, proof bytea, note jsonb) partition by range (at);
  create table till.sales_default partition of till.sales default;
  create unlogged table till.drafts (id int, "odd name" text[]);
  create function shop.refuse() returns trigger language plpgsql as $$ begin raise exception 'No'; end $$;
  create trigger stays_empty before insert or delete on till.drafts for each row execute function shop.refuse();
  insert into shop.goods (label) values ('of a migration')`

async function make(): Promise<Database & { readonly address: string }> {
  const address = await postgres.createDatabase()
  const db = openDatabase({ connectionString: address, max: 2 })
  postgres.onStop(() => db.close())
  await db.pool.query(tables)
  return { ...db, address }
}

async function rowsOf(db: Database, table: string): Promise<string[]> {
  return (await db.pool.query(`select t::text as row from ${table} t order by 1`)).rows.map(({ row }) => row)
}

const odd = String.raw`tab	and \N, "quotes", back\slash, 🦔`

test('every row is copied as it is, with its partition, and numbers go on behind those that were given out', async () => {
  const [one, other] = [await make(), await make()]
  await one.pool.query(`insert into shop.goods (label) values ($1)`, [odd])
  await one.pool.query(`insert into shop.migrations values (7);
    create table till.sales_2026 partition of till.sales for values from ('2026-01-01') to ('2027-01-01');
    insert into till.sales (good, at, price, took, proof, note) values (2, '2026-03-29 01:59:59.123456+01', 0.1000, '1 mon 2 days 03:04:05.6', '\\x00ff', '{"a": "\\u00e9"}'), (1, '2020-01-01', 'NaN', null, '', 'null');
    alter table till.drafts disable trigger user; insert into till.drafts values (1, '{a,"b,c",NULL}'); alter table till.drafts enable trigger user`)
  await other.pool.query(`insert into shop.goods (label) values ('to be replaced')`)
  expect(await copyDatabase(one.address, other.address, ['shop', 'till'])).toEqual({ tables: 4, rows: 5 })
  for (const table of ['shop.goods', 'till.sales', 'till.sales_2026', 'till.drafts'])
    expect(await rowsOf(other, table), table).toEqual(await rowsOf(one, table))
  expect(await rowsOf(other, 'shop.migrations')).toEqual([])
  const next = `insert into shop.goods (label) values ('new') returning id, length`
  expect((await other.pool.query(next)).rows).toEqual([{ id: 3, length: 3 }])
  // What guards the rows does so again.
  await expect(other.pool.query(`insert into till.sales (good, at) values (99, now())`)).rejects.toThrow('foreign key')
  await expect(other.pool.query(`insert into till.drafts values (2)`)).rejects.toThrow('No')
})

test('a row that breaks a rule, and tables that differ, leave the other database as it was', async () => {
  const [one, other] = [await make(), await make()]
  await one.pool.query(
    `alter table till.sales drop constraint sales_good_fkey; insert into till.sales (good, at) values (99, now())`,
  )
  await other.pool.query(`insert into shop.goods (label) values ('stays')`)
  await expect(copyDatabase(one.address, other.address, ['shop', 'till'])).rejects.toThrow('foreign key')
  expect(await rowsOf(other, 'shop.goods')).toEqual(['(1,"of a migration",14)', '(2,stays,5)'])
  await expect(other.pool.query(`insert into till.sales (good, at) values (99, now())`)).rejects.toThrow('foreign key')
  await one.pool.query('alter table shop.goods add column colour text')
  await expect(copyDatabase(one.address, other.address, ['shop', 'till'])).rejects.toThrow(
    /^The databases differ: shop\.goods \(colour, /u,
  )
  expect(await rowsOf(other, 'shop.goods')).toHaveLength(2)
})
