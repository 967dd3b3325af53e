import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTestFolder } from '@bollard/testing'
import { expect, onTestFinished, test } from 'vitest'
import { findIn } from './find-statements.ts'
import { createSourceFiles } from './source-files.ts'

/** What is found in a file that has this text, beside `columns.ts`. */
async function foundIn(text: string) {
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  await writeFile(join(folder.path, 'columns.ts'), "export const columns = ['id', 'name'].join(', ')")
  await writeFile(join(folder.path, 'asked.ts'), text)
  return findIn(createSourceFiles(folder.path)('asked.ts'))
}

test.each([
  ['texts', "db.query('a', 'select 1')", [['a', 'select 1']]],
  [
    'what is imported',
    "import { columns } from './columns.ts'\ndb.query('a', `select ${columns} from t`)",
    [['a', 'select id, name from t']],
  ],
  ['what is declared below', "const ask = () => db.query('a', sql)\nconst sql = 'select 1'", [['a', 'select 1']]],
  [
    'both sides of a condition, name with text',
    "const [name, sql] = x > 1 ? (['a', 'select 1'] as const) : (['b', 'select 2'] as const)\ndb.query(name, sql)",
    [
      ['a', 'select 1'],
      ['b', 'select 2'],
    ],
  ],
  [
    'a condition twice',
    "db.query(x ? 'a' : 'b', `select ${x ? 1 : 2}`)",
    [
      ['a', 'select 1'],
      ['b', 'select 2'],
    ],
  ],
  [
    'functions',
    "const of = (t: string, by = 'id') => `select ${by} from ${t}`\ndb.query('a', of('t'))",
    [['a', 'select id from t']],
  ],
  [
    'what the calls of a function pass',
    "function ask(name: string, sql: string) { return db.query(name, sql) }\nask('a', 'select 1')\nask('b', 'select 2')",
    [
      ['a', 'select 1'],
      ['b', 'select 2'],
    ],
  ],
  [
    'each of a list',
    "const all = [{ n: 'a' }, { n: 'b' }]\nall.map(({ n }) => db.query(n, 'select 1'))",
    [
      ['a', 'select 1'],
      ['b', 'select 1'],
    ],
  ],
])('finds %s', async (_of, text, statements) => {
  const found = await foundIn(text)
  expect(found.statements.map(({ name, text: sql }) => [name, sql])).toEqual(statements)
  expect(found.dynamic).toEqual([])
})

test.each([
  ['what callers elsewhere pass', "export const ask = (sql: string) => db.query('a', sql)"],
  ['what is computed', "db.query('a', `select ${now()}`)"],
  ['what may change', "let sql = 'select 1'\ndb.query('a', sql)"],
  ['rows that are typed by hand', "db.query<{ one: number }>('a', 'select 1 as one')"],
])('reports %s', async (_of, text) => {
  const { dynamic } = await foundIn(text)
  expect(dynamic.map(({ place }) => place.replace(/\d+$/u, ''))).toEqual(['asked.ts:'])
})

test('leaves the driver’s own query alone', async () => {
  expect(await foundIn("client.query('select $1', [1])\nclient.query('begin')")).toEqual({
    statements: [],
    dynamic: [],
  })
})
