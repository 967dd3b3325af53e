import { getMigrations } from 'better-auth/db/migration'
import { Kysely, PostgresDialect } from 'kysely'
import { SchemaTooNewError, migrate } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { useTestServices } from '../start-test-service.ts'
import { authOptions } from './create-auth.ts'

const start = useTestServices(startTestDatabase)

test('our migrations make exactly the tables that better-auth expects', async () => {
  const { db } = await start()
  const options = authOptions({ db, secret: 'x'.repeat(32), apiUrl: 'http://localhost:8090', log: () => {} })
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }) })
  const plan = await getMigrations(
    { ...options, database: { db: kysely, type: 'postgres', schemaName: 'identity', transaction: true } },
    { throwOnUnsafe: false },
  )
  expect({ tables: plan.toBeCreated, columns: plan.toBeAdded, unsafe: plan.unsafeChanges, problems: plan.schemaProblems }).toEqual({
    tables: [],
    columns: [],
    unsafe: [],
    problems: [],
  })
})

test('all tables lie in the schema of this service', async () => {
  const { db } = await start()
  const { rows } = await db.pool.query<{ schema: string }>(
    "SELECT DISTINCT table_schema AS schema FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')",
  )
  expect(rows.map((row) => row.schema).toSorted()).toEqual(['audit', 'identity', 'mail'])
})

test('a database that a newer version has used is refused', async () => {
  const { db, service } = await start()
  await db.pool.query("INSERT INTO identity.migrations (number, name) VALUES (9999, '9999-future.sql')")
  await expect(migrate(db, { schema: service.schema, directory: service.migrations })).rejects.toThrow(SchemaTooNewError)
})

test('none of the routes of better-auth is reachable', async () => {
  const { app } = await start()
  for (const path of ['/api/auth/sign-in/email', '/api/auth/get-session', '/identity/v1/sign-in-as', '/sign-in-as', '/identity/v1/sign-up/email']) {
    expect((await app.inject({ method: 'POST', url: path, payload: { userId: '01890000-0000-7000-8000-000000000000' } })).statusCode, path).toBe(404)
  }
})

test('a short secret is refused at the start', async () => {
  await expect(start({ secret: 'short' })).rejects.toThrow('secret')
})
