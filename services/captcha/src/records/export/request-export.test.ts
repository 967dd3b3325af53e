import { createReads } from '@bollard/database'
import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { rowAt } from '../../testing/row-at.ts'
import { insertTestSite, startDatabases } from '../../testing/start-database.ts'
import { keepPartitions } from '../store/keep-partitions.ts'
import { recordVerifications } from '../store/record-verifications.ts'
import { createExporter } from './exporter.ts'
import { deleteExport, exportsMax } from './exports.ts'
import { createReadLog } from './read-log.ts'
import { requestExport, stateOfExport } from './request-export.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const { db } = await databases.create()
const now = () => new Date()
await keepPartitions(db, Date.now(), { daysAhead: 1, retentionDays: 400 })
const readLog = createReadLog({ reads: createReads(db, null), now, groupOf: () => 'group', nameOfNetwork: () => null })
const exporter = createExporter({ db, readLog, now: Date.now, onError: () => undefined })

test('a whole log is written without a person at hand, and its state can be asked for until the file is gone', async () => {
  const solutionId = randomUUIDv7()
  const { siteId, environmentId } = await insertTestSite(db, solutionId)
  await recordVerifications(db, [
    rowAt(Date.now() - 60_000, { siteId, environmentId }),
    rowAt(Date.now() - 90_000, { siteId, environmentId }),
  ])
  const id = (await requestExport({ db, now }, { solutionId, userId: 'user-ada' })) ?? ''
  expect(await stateOfExport({ db }, id)).toBe('WAITING')
  while (await exporter.runOnce());
  expect(await stateOfExport({ db }, id)).toBe('READY')
  const [made] = await db.query<object>(
    'test-made',
    'select format, row_count as rows, created_by as "createdBy" from captcha.exports where id = $1',
    [id],
  )
  expect(made).toEqual({ format: 'JSON', rows: 2, createdBy: 'user-ada' })
  await deleteExport(db, { siteId, id })
  expect(await stateOfExport({ db }, id)).toBe('GONE')
})

test('a site that has as many as it may have is asked later, and one that is not there never', async () => {
  const solutionId = randomUUIDv7()
  await insertTestSite(db, solutionId)
  const ids = []
  for (let count = 0; count <= exportsMax.open; count += 1)
    ids.push(await requestExport({ db, now }, { solutionId, userId: 'user-ada' }))
  expect(ids.map((id) => id !== null)).toEqual([true, true, true, false])
  expect(await requestExport({ db, now }, { solutionId: randomUUIDv7(), userId: 'user-ada' })).toBe('NO_SITE')
})
