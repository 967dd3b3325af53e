import { openTarget } from '@bollard/object-storage'
import { credentials, startStorage } from '@bollard/object-storage/testing'
import { seededRandom } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { archivedRows } from '../services/captcha/src/testing/archive/archived-rows.ts'
import { fillRandomLog } from '../services/captcha/src/testing/log/random-log.ts'
import { makers } from './testing/api/make.ts'
import { type Person, signUpAll } from './testing/api/people.ts'
import { startApi } from './testing/api/start-api.ts'

const dayMs = 86_400_000
const storage = await startStorage(100)
const bucket = { address: 's3://bucket/log', endpoint: storage.endpoint, ...credentials }
const api = await startApi({
  settings: {
    ARCHIVE_URL: bucket.address,
    ARCHIVE_DAYS: '60',
    ARCHIVE_S3_ENDPOINT: bucket.endpoint,
    ARCHIVE_S3_REGION: bucket.region,
    ARCHIVE_S3_ACCESS_KEY_ID: bucket.accessKeyId,
    ARCHIVE_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  },
})
afterAll(async () => {
  await api.stop()
  await storage.stop()
})
const { ada, eve, operator } = await signUpAll(api)
const random = seededRandom('archive of the product')
const dayOf = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10)
const archived = () => archivedRows(openTarget({ setting: 'ARCHIVE_URL', storage: 'ARCHIVE_S3', ...bucket }))
const idsOf = async (solutionId: string) =>
  (await archived()).filter((one) => one.solutionId === solutionId).map(({ verificationId }) => verificationId)

const daysIn = async (solutionId: string) =>
  new Set((await archived()).flatMap((one) => (one.solutionId === solutionId ? one.startedAt.slice(0, 10) : [])))

/** A captcha with ten visitors on each of some days, so many days ago. */
async function captchaOf(person: Person, days: readonly number[]): Promise<string> {
  const solutionId = await makers(api, person).solutionId()
  const db = await api.databaseOf(solutionId)
  const { rows } = await db.pool.query<{ site: number; environment: number }>(
    `update captcha.sites s set first_verification_at = now() from captcha.environments e where e.site_id = s.id and s.solution_id = $1
     returning s.id as site, e.id as environment`,
    [solutionId],
  )
  const { site = 0, environment = 0 } = rows[0] ?? {}
  for (const day of days)
    for (const table of ['verifications', 'redemptions', 'feedback'])
      await db.query('', 'select captcha.make_partition($1, $2)', [table, dayOf(day)])
  const times = days.flatMap((day) => Array.from({ length: 10 }, (_, index) => Date.parse(dayOf(day)) + index * 60_000))
  await fillRandomLog(db, { siteId: site, environments: [environment, environment], times, random })
  return solutionId
}

/** Does a job that the operator asks for, as a process does within seconds. */
async function runJobs(): Promise<void> {
  for (const name of ['captcha.archive', 'captcha.sweep'] as const) {
    await operator.client.runJob({ jobRunNewDto: { name } })
    await api.services.operations.jobs.look()
    await expect
      .poll(async () => (await operator.client.listJobs()).items.find((job) => job.name === name)?.askedAt)
      .toBeNull()
    expect((await operator.client.listJobs()).items.find((job) => job.name === name)).toMatchObject({ error: null })
  }
}

/** Asks for an erasure and waits until it is done. */
async function erase(
  solutionId: string,
  erasureNewDto: Parameters<typeof ada.client.createErasure>[0]['erasureNewDto'],
) {
  const { id: erasureId } = await ada.client.createErasure({ solutionId, erasureNewDto })
  await expect
    .poll(async () => (await ada.client.getErasure({ solutionId, erasureId })).status, { timeout: 15_000 })
    .toBe('DONE')
}

test('days that leave the log go into the bucket of the settings, owners are told, erasures and the end of the archive reach them', async () => {
  const shop = await captchaOf(ada, [33, 32, 1])
  const other = await captchaOf(eve, [33])
  expect(await ada.client.getArchivedDays({ solutionId: shop })).toEqual({ from: null, to: null })
  storage.mishaps.push('error')
  await runJobs()

  const all = await idsOf(shop)
  expect(all.length).toBeGreaterThan(10)
  expect((await archived()).length).toBeGreaterThan(all.length)
  expect(await ada.client.getArchivedDays({ solutionId: shop })).toEqual({ from: dayOf(33), to: dayOf(32) })
  expect(await eve.client.getArchivedDays({ solutionId: other })).toEqual({ from: dayOf(33), to: dayOf(33) })
  // What is archived has left the log, and nothing else has.
  const { items } = await ada.client.listVerifications({ solutionId: shop })
  expect(new Set(items.map(({ startedAt }) => startedAt.slice(0, 10)))).toEqual(new Set([dayOf(1)]))

  const [first = '', ...rest] = all
  await erase(shop, { verificationIds: [first] })
  expect(await idsOf(shop)).toEqual(rest)
  const theirs = await idsOf(other)
  await erase(shop, { before: `${dayOf(32)}T00:00:00.000Z` })
  expect(await daysIn(shop)).toEqual(new Set([dayOf(32)]))
  expect(await ada.client.getArchivedDays({ solutionId: shop })).toEqual({ from: dayOf(32), to: dayOf(32) })
  expect(await idsOf(other)).toEqual(theirs)

  api.goTo(new Date(Date.now() + 28 * dayMs))
  await api.db.pool.query(`update operations.jobs set asked_at = now() where name = 'captcha.archive'`)
  await api.services.operations.jobs.look()
  await expect.poll(() => idsOf(other)).toEqual([])
  expect(await daysIn(shop)).toEqual(new Set([dayOf(32)]))
})
