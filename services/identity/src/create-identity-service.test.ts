import { SchemaTooNewError, migrate } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { useTestServices } from './testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('all tables lie in the schema of this service', async () => {
  const { db } = await start()
  const { rows } = await db.pool.query<{ schema: string }>(
    "select distinct table_schema as schema from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')",
  )
  expect(rows.map((row) => row.schema).toSorted()).toEqual(['audit', 'identity', 'mail'])
})

test('a database that a newer version has used is refused', async () => {
  const { db, service } = await start()
  await db.pool.query("insert into identity.migrations (number, name) values (9999, '9999-future.sql')")
  await expect(migrate(db, { schema: service.schema, directory: service.migrations })).rejects.toThrow(
    SchemaTooNewError,
  )
})

test('a short secret is refused at the start', async () => {
  await expect(start({ secret: 'short' })).rejects.toThrow('secret')
})
