import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { knownTypes, typeAtRunTime } from './types-at-run-time.ts'

const postgres = await startTestDatabase()
const db = openDatabase({ connectionString: await postgres.createDatabase(), max: 1 })
afterAll(async () => {
  await db.close()
  await postgres.stop()
})

/** A value of each type, as PostgreSQL reads it. */
const examples: Readonly<Record<string, string>> = {
  boolean: 'true',
  uuid: '018f3c1e-0000-7000-8000-000000000000',
  inet: '192.0.2.1',
  cidr: '192.0.2.0/24',
  date: '2026-01-02',
  'timestamp without time zone': '2026-01-02 03:04:05',
  'timestamp with time zone': '2026-01-02 03:04:05+00',
  json: '{}',
  jsonb: '{}',
}

function nameOfType(value: unknown): string {
  if (value instanceof Date) return 'Date'
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value
}

test.each(knownTypes)('the driver makes of %s what the rows say', async (type) => {
  const example = examples[type.replace('[]', '')] ?? '1'
  const literal = type.endsWith('[]') ? `array['${example}']::${type}` : `'${example}'::${type}`
  const sql = type === 'void' ? `select pg_notify('a', 'b') as value` : `select ${literal} as value`
  const [row] = await db.query<{ value: unknown }>(`example of ${type}`, sql)
  const said = typeAtRunTime(type)
  if (!said.endsWith('[]')) return expect(said === 'unknown' ? 'unknown' : nameOfType(row?.value)).toBe(said)
  expect(Array.isArray(row?.value)).toBe(true)
  const [first] = Array.isArray(row?.value) ? (row.value as unknown[]) : []
  expect(said === 'unknown[]' ? said : `${nameOfType(first)}[]`).toBe(said)
})

test('a type that nobody has looked at is refused', () => {
  expect(() => typeAtRunTime('point')).toThrow('point')
})
