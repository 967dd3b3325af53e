import { openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { afterAll, expect, test } from 'vitest'
import { chunkLog } from '../records/log/chunk-log.ts'
import { findLongestRetention } from '../records/log/retention-days.ts'
import { makeSite, startCluster } from '../testing/start-service.ts'
import { pass } from '../testing/walk-through.ts'
import { hourlyUpkeep } from './hourly-upkeep.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())

test('every job has the rights that it needs as the role that jobs sign in as', async () => {
  const it = await cluster.startService()
  const site = await makeSite(it)
  await pass(it.app, site.siteKey)
  const worker = openDatabase({
    connectionString: addressesOfRoles(it.connectionString, 'the server does not check').bollard_worker,
    max: 2,
  })
  const faults: unknown[] = []
  const now = () => it.clock.now
  const jobs = hourlyUpkeep({
    archive: null,
    db: worker,
    now,
    retentionDays: 30,
    plans: { plansOf: async () => new Map() },
    keyMails: {
      findAdmins: async () => [],
      nameOf: async () => null,
      enqueueMail: async () => undefined,
      dashboardUrl: 'https://dashboard.example',
    },
    onError: (error) => faults.push(error),
  })
  for (const job of jobs) await job()
  // A year later there is something to forget of every kind.
  it.clock.now += 366 * 86_400_000
  for (const job of jobs) await job()
  await findLongestRetention(worker, 30)
  await chunkLog(worker, { now: now(), verificationMsMax: 1_000, retentionDays: 30 })
  await worker.close()
  expect(faults).toEqual([])
})
