import { join } from 'node:path'
import { makeTestFolder } from '@bollard/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './index.ts'

test('another process finds the server of a data folder, and none once it has ended', { timeout: 60_000 }, async () => {
  const { path: folder, remove } = await makeTestFolder()
  onTestFinished(remove)
  expect(findRunningPostgres(folder)).toBeNull()
  const running = await startEmbeddedPostgres({ dataDirectory: join(folder, 'data'), settings: { fsync: 'off' } })
  const found = findRunningPostgres(join(folder, 'data'))
  const db = openDatabase({ connectionString: found ?? '', max: 1 })
  expect(await db.query('test-find', 'select current_database() as name')).toEqual([{ name: 'bollard' }])
  await db.close()
  await running.stop()
  expect(findRunningPostgres(join(folder, 'data'))).toBeNull()
})
