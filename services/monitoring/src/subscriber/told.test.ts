import { randomUUID } from 'node:crypto'
import { type PublicPage, publicReportSchema, type StatusPage, type StatusReport } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { announceMaintenance } from '../announcement/announce-maintenance.ts'
import { pathOf, startService, type TestService } from '../testing/start-service.ts'

let world: TestService
let shopId: string
let mailId: string
let monday: Date
let weeks = 0
beforeAll(async () => {
  world = await startService()
  shopId = (await world.monitor('shop')).id
  mailId = (await world.monitor('mail')).id
})
afterAll(() => world?.stop())
beforeEach(async () => {
  await world.db.pool.query('delete from monitoring.status_pages; delete from monitoring.maintenance')
  // A page is kept for five seconds, and forms are counted: each test has a week of its own, from its Monday at noon.
  monday = new Date(Date.UTC(2026, 2, 2 + 7 * weeks, 12))
  weeks += 1
  world.clock.now = monday
  world.sent.mails.length = 0
  world.sent.posts.length = 0
  world.sent.outcomes.length = 0
})

const pageOf = (more: object = {}) => ({
  slug: 'acme-shop',
  name: 'Acme',
  languages: ['en'],
  published: true,
  groups: [
    { components: [shopId, mailId].map((serviceId, index) => ({ serviceId, name: ['Checkout', 'Mail'][index] })) },
  ],
  ...more,
})
async function publish(more: object = {}): Promise<StatusPage> {
  return (await world.call('mia', 'POST', pathOf('createStatusPage'), pageOf(more))).json()
}
const componentOf = ({ groups }: StatusPage, index: number): string => groups[0]?.components[index]?.id ?? ''

/** Subscribes and confirms, as the link that arrives says. */
async function join(destination: string, more: object = {}): Promise<void> {
  world.sent.tokens.add('solved')
  const body = { destination, language: 'en', captchaToken: 'solved', ...more }
  expect((await world.call(null, 'POST', '/monitoring/v1/status-pages/acme-shop/subscriptions', body)).status).toBe(204)
  await world.service.tellSubscribers()
  const said = [world.sent.mails.at(-1)?.mail.text, world.sent.posts.at(-1)?.body].join(' ')
  const token = /\/subscription\/([\w-]{43})/u.exec(said)?.[1] ?? ''
  await world.call(null, 'POST', `/monitoring/v1/status-subscriptions/${token}/confirmation`)
  world.sent.mails.length = 0
  world.sent.posts.length = 0
}
const minute = 60_000
/** Two workers at once, twice each: whatever is told, is told once. */
async function tell(later = 0): Promise<void> {
  world.clock.now = new Date(world.clock.now.getTime() + later * minute)
  const other = world.another()
  await Promise.all([world.service.tellSubscribers(), other.tellSubscribers()])
  await world.service.tellSubscribers()
}
const subjects = () => world.sent.mails.map(({ mail }) => `${mail.to} ${mail.subject}`)
/** A time of the Tuesday, such as `2026-03-03T22:00`. */
const tuesday = (time: string) => `${new Date(monday.getTime() + 86_400_000).toISOString().slice(0, 10)}T${time}`
const planned = (more: object = {}) => ({
  title: 'New disks',
  serviceIds: [shopId],
  startsAt: tuesday('22:00'),
  durationMinutes: 60,
  timeZone: 'Etc/UTC',
  ...more,
})
async function plan(more: object = {}): Promise<{ id: string; version: number }> {
  const made = await world.call('mia', 'POST', pathOf('createMaintenance'), planned(more))
  expect(made.status).toBe(201)
  return made.json()
}

test('subscribers of a component hear of its maintenance from the plan to the end, each thing once', async () => {
  const page = await publish()
  await join('eva@example.org', { componentIds: [componentOf(page, 0)], language: 'de' })
  await join('ida@example.org', { componentIds: [componentOf(page, 1)] })
  const { id } = await plan()
  await tell()
  expect(subjects()).toEqual(['eva@example.org Acme: New disks (Wartung geplant)'])
  const { mail } = world.sent.mails[0] ?? {}
  expect(mail?.text).toContain('https://status.example/acme-shop/maintenance.ics')
  expect(mail?.text).toContain('Komponenten: Checkout')
  expect(mail?.text).toMatch(/3\. März 2026.*23:00.*MEZ/u)
  expect(mail?.unsubscribeUrl).toMatch(/status-subscriptions\/[\w-]{43}\/end$/u)
  await world.call('mia', 'PUT', pathOf('updateMaintenance', { maintenanceId: id }), {
    ...planned({ startsAt: tuesday('23:00') }),
    version: 1,
  })
  await tell()
  await tell(34 * 60)
  await tell(60)
  await tell(60)
  await tell(60)
  await world.call('mia', 'DELETE', pathOf('deleteMaintenance', { maintenanceId: id }))
  await tell()
  expect(subjects().map((one) => /\((.*)\)/u.exec(one)?.[1])).toEqual([
    'Wartung geplant',
    'Wartung geändert',
    'Wartung beginnt bald',
    'Wartung hat begonnen',
    'Wartung ist beendet',
  ])
  const left = await world.db.pool.query('select from monitoring.told_maintenance')
  expect(left.rowCount).toBe(0)
})

test('a webhook and Slack get the same as mails, repeated with the same id; nothing of a service is in it', async () => {
  await publish({ host: 'status.acme.example' })
  await world.db.pool.query('update monitoring.status_pages set host_served = true')
  await join('https://hooks.example.org/x', { channel: 'WEBHOOK' })
  await join('https://hooks.slack.com/services/T1/B1/secret', { channel: 'SLACK' })
  const { id } = await plan({ title: 'Disks <!channel>', serviceIds: [] })
  const failed = { delivered: false, httpStatus: 503, error: 'status', durationMs: 1, answer: null } as const
  world.sent.outcomes.push(failed, failed)
  await tell()
  await tell(1)
  const ids = world.sent.posts.map((post) => post.headers['webhook-id'])
  expect([ids.length, new Set(ids).size]).toEqual([4, 2])
  const hook = world.sent.posts.find((post) => post.url.includes('hooks.example'))
  const body = JSON.parse(hook?.body ?? '{}') as { type: string; data: object }
  expect(body).toMatchObject({
    type: 'maintenance',
    data: {
      page: 'Acme',
      event: 'ANNOUNCED',
      from: `${tuesday('22:00')}:00.000Z`,
      to: `${tuesday('23:00')}:00.000Z`,
      recurring: false,
      components: ['Checkout', 'Mail'],
      url: 'https://status.acme.example',
      calendarUrl: 'https://status.acme.example/maintenance.ics',
    },
  })
  const slack = world.sent.posts.find((post) => post.url.includes('slack'))
  expect(slack?.body).toContain('Maintenance planned')
  for (const said of [hook?.body, slack?.body])
    for (const secret of [id, shopId, mailId]) expect(said).not.toContain(secret)
  expect(slack?.body).not.toContain('<!channel>')
})

test('a page tells of nothing while it is a draft or hides maintenance, and then of what is still to come', async () => {
  const { id, groups } = await publish({ published: false })
  await plan()
  await tell()
  const shown = { groups, published: true }
  const put = (more: object, version: number) =>
    world.call('mia', 'PUT', pathOf('updateStatusPage', { statusPageId: id }), {
      ...pageOf({ ...shown, ...more }),
      version,
    })
  expect((await put({ maintenance: false }, 1)).status).toBe(200)
  world.clock.now = new Date(world.clock.now.getTime() + 10 * minute)
  await join('eva@example.org')
  await tell()
  expect(subjects()).toEqual([])
  await put({}, 2)
  await tell()
  await put({ name: 'Acme shop' }, 3)
  await tell()
  expect(subjects()).toEqual(['eva@example.org Acme: New disks (Maintenance planned)'])
  await put({ maintenance: false }, 4)
  await tell(34 * 60)
  expect(subjects()).toHaveLength(1)
  await put({}, 5)
  await tell()
  expect(subjects().at(-1)).toBe('eva@example.org Acme: New disks (Maintenance has started)')
})

test('a worker that is killed in the middle leaves nothing half told, and a reminder that comes too late is none', async () => {
  await publish()
  await join('eva@example.org')
  await plan()
  const db = world.db as Database
  const dying = {
    ...db,
    transaction: <T>(work: Parameters<typeof db.transaction<T>>[0]) =>
      db.transaction(async (tx) => {
        await work(tx)
        throw new Error('killed')
      }),
  }
  await expect(world.another({ workerDb: dying }).tellSubscribers()).rejects.toThrow('killed')
  await tell()
  expect(subjects()).toEqual(['eva@example.org Acme: New disks (Maintenance planned)'])
  // The reminder is written while mails cannot be put into the outbox.
  world.clock.now = new Date(`${tuesday('21:30')}Z`)
  const now = () => world.clock.now
  expect(await announceMaintenance({ db: world.db, now, newId: randomUUID })).toBe(1)
  await tell(31)
  expect(subjects().slice(1)).toEqual(['eva@example.org Acme: New disks (Maintenance has started)'])
})

test('a corrected update says so, keeps its place, and reaches subscribers again only where that is wanted', async () => {
  const { id: statusPageId } = await publish()
  await join('eva@example.org')
  const first = { statusPageId, title: 'Payments fail', stage: 'IDENTIFIED', text: 'We no why.' }
  const report = (await world.call('mia', 'POST', pathOf('createStatusReport'), first)).json<StatusReport>()
  const statusReportId = report.id
  const correct = (body: object, who: 'mia' | 'vic' | 'eve' = 'mia', reportUpdateId = report.updates[0]?.id ?? '') =>
    world.call(who, 'PUT', pathOf('correctReportUpdate', { statusReportId, reportUpdateId }), body)
  await tell()
  const corrected = (await correct({ text: 'We know why.', version: 1 })).json<StatusReport>()
  expect(corrected).toMatchObject({ version: 2, updates: [{ text: 'We know why.' }] })
  await tell(1)
  expect(subjects()).toHaveLength(1)
  const seen = await world.call(null, 'GET', `/monitoring/v1/status-pages/acme-shop/reports/${statusReportId}`)
  expect(publicReportSchema.parse(seen.json()).updates).toMatchObject([
    { at: report.updates[0]?.at, correctedAt: corrected.updates[0]?.correctedAt, text: 'We know why.' },
  ])
  expect((await correct({ text: 'We know it.', version: 1 })).json()).toMatchObject({ code: 'version-conflict' })
  const again = { text: 'We know it.', version: 2, tellSubscribers: true }
  expect((await correct(again, 'vic')).status).toBe(403)
  expect((await correct(again, 'eve')).status).toBe(404)
  expect((await correct(again, 'mia', statusReportId)).status).toBe(404)
  expect((await correct({ ...again, text: '  ' })).status).toBe(422)
  expect((await correct({ ...again, text: 'x'.repeat(4_001) })).status).toBe(422)
  expect((await correct(again)).status).toBe(200)
  await tell()
  expect(world.sent.mails.map(({ mail }) => /We know it\.|We no why\./u.exec(mail.text)?.[0])).toEqual([
    'We no why.',
    'We know it.',
  ])
  expect(world.sent.mails[1]?.mail.text).toContain('Identified (corrected)')
  const logged = await world.db.pool.query(
    `select before, after from audit.entries where action = 'status-report-update.corrected' order by at desc limit 1`,
  )
  expect(logged.rows).toMatchObject([{ before: { text: 'We know why.' }, after: { text: 'We know it.', told: true } }])
})

test('a deleted update is gone with what waits of it, and the report stands where its latest one says', async () => {
  const { id: statusPageId } = await publish()
  await join('eva@example.org')
  const first = { statusPageId, title: 'Slow', stage: 'INVESTIGATING', text: 'Slow.', tellSubscribers: false }
  const made = (await world.call('mia', 'POST', pathOf('createStatusReport'), first)).json<StatusReport>()
  const at = { statusReportId: made.id }
  const end = { stage: 'RESOLVED', text: 'Over.' }
  const ended = (await world.call('mia', 'POST', pathOf('addReportUpdate', at), end)).json<StatusReport>()
  const remove = (index: number, who: 'mia' | 'vic' | 'eve' = 'mia') => {
    const reportUpdateId = ended.updates[index]?.id ?? ''
    return world.call(who, 'DELETE', pathOf('deleteReportUpdate', { ...at, reportUpdateId }))
  }
  expect((await remove(1, 'vic')).status).toBe(403)
  expect((await remove(1, 'eve')).status).toBe(404)
  expect((await remove(1)).status).toBe(204)
  expect((await remove(1)).status).toBe(404)
  await tell()
  expect(subjects()).toEqual([])
  const left = (await world.call('vic', 'GET', pathOf('getStatusReport', at))).json<StatusReport>()
  expect(left).toMatchObject({ stage: 'INVESTIGATING', resolvedAt: null, updates: [{ text: 'Slow.' }] })
  expect((await remove(0)).json()).toMatchObject({ code: 'in-use', status: 409 })
  world.clock.now = new Date(world.clock.now.getTime() + 6_000)
  const seen = (await world.call(null, 'GET', '/monitoring/v1/status-pages/acme-shop')).json<PublicPage>()
  expect(seen.content?.reports[0]?.updates).toHaveLength(1)
})
