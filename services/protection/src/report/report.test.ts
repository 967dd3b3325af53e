import type { JointReport, ReportLink, ReportSchedule } from '@bollard/contracts'
import { languages } from '@bollard/i18n'
import { afterAll, expect, test, vi } from 'vitest'
import { decisionOf } from '../testing/decision-of.ts'
import { people, startService, theirs } from '../testing/start-service.ts'
import { bodyOf, stateOf } from './report-pdf.ts'

const world = await startService()
afterAll(() => world.stop())
const { reports, clock, service } = world
const captcha = { started: 120, passed: 90, flagged: 10, refused: 20, passRate: 83.3, checkMsMedian: 240 }
reports.captcha.set('2026-02', captcha).set('2026-01', { ...captcha, started: 60 })
const services = [{ name: 'Shop <b>', uptimePercent: 99.95, downSeconds: 120, outages: 1 }]
reports.uptime.set(people.ada.userId, [{ solutionId: theirs, label: 'Monitoring', services }])
const denied = {
  conclusion: 'DENY',
  path: '/sign-in',
  reasons: [{ part: 'sign-in', code: 'limit-reached', weight: 90 }],
} as const
const record = async (at: string, index: number) => {
  service.recorder.record(decisionOf({ ...denied, index, at: new Date(at) }), 100)
  await service.recorder.flush()
}
await record('2026-02-10T12:00:00Z', 1)
// In March in Berlin, and in February in UTC.
await record('2026-02-28T23:30:00Z', 2)
const read = async (who: 'ada' | 'vic' | 'bsec_ours', month = '2026-02') =>
  (await world.call(who, 'getJointReport', { query: `?month=${month}` })).json<JointReport>()

test('a report has a month in the days of its solution beside the month before, and the uptime that its reader may see', async () => {
  const report = await read('ada')
  expect(report).toMatchObject({
    complete: true,
    from: '2026-01-31T23:00:00.000Z',
    to: '2026-02-28T23:00:00.000Z',
    captcha: { started: { now: 120, before: 60 } },
    protection: {
      requests: { now: 1, before: null },
      denied: { now: 1, before: null },
      mistakes: null,
      topPaths: [{ path: '/sign-in', stopped: 1 }],
      topReasons: [{ code: 'limit-reached', requests: 1 }],
    },
    uptime: [{ label: 'Monitoring' }],
  })
  expect([(await read('vic')).uptime, (await read('bsec_ours')).uptime]).toEqual([[], []])
  expect((await world.call('vic', 'getJointReport', { query: '?month=2026-04' })).status).toBe(404)
})

test('a report has words in each language, with what people wrote as text, and a file', async () => {
  const report = await read('ada')
  for (const language of languages) {
    expect(bodyOf(report, language)).toContain('Shop &lt;b&gt;')
    expect(bodyOf(report, language)).not.toMatch(/\{\{|undefined|limit-reached/u)
  }
  const running = { ...report, complete: false, timeZone: 'Etc/UTC' }
  expect(stateOf(running, 'en', new Date('2026-02-10T12:00:00Z'))).toBe('Our shop, days in UTC, as of 10 February 2026')
  const mistakes = { count: 0, of: 15, share: 0, low: 0, high: 0.203_883_301 }
  expect(bodyOf({ ...report, protection: report.protection && { ...report.protection, mistakes } }, 'en')).toContain(
    '(0% to 20.4% with 95% confidence; 0 of 15)',
  )
  const answer = await world.call('vic', 'getJointReportFile', { query: '?month=2026-02&language=de' })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
})

test('a schedule is for members, and sends each month once with its file to those who still want it', async () => {
  const create = (emails: string[]) =>
    world.call('mia', 'createReportSchedule', { body: { emails, language: 'en', every: 'FIRST_OF_MONTH' } })
  const stranger = await create(['person1@example.org', 'stranger@example.org'])
  expect([stranger.status, stranger.json<{ errors: unknown }>().errors]).toEqual([
    422,
    [{ pointer: '/emails/1', code: 'not-a-member' }],
  ])
  reports.members.set('person2@example.org', 'https://id.example/off').set('quiet@example.org', null)
  const { id } = (
    await create(['person1@example.org', 'person2@example.org', 'quiet@example.org'])
  ).json<ReportSchedule>()
  // Not the month that was over before.
  await service.sendReports()
  expect(reports.mails.size).toBe(0)
  clock.now = new Date('2026-04-01T03:00:00Z')
  await service.sendReports()
  expect(reports.mails.size).toBe(0)
  clock.now = new Date('2026-04-01T05:00:00Z')
  reports.members.delete('person2@example.org')
  await Promise.all([service.sendReports(), world.another().sendReports()])
  await service.sendReports()
  const [mail, ...others] = [...reports.mails.values()]
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: 'person1@example.org',
    tag: 'monthly-report',
    subject: 'Our shop: report for March 2026',
  })
  const [file] = mail?.attachments ?? []
  if (file === undefined) throw new Error('The mail has no file')
  expect((await service.readAttachment(file)).subarray(0, 5).toString()).toBe('%PDF-')
  const listed = (await world.call('vic', 'listReportSchedules')).json<{ items: ReportSchedule[] }>().items
  expect(listed).toMatchObject([{ id, lastSentAt: clock.now.toISOString() }])
  const params = { reportScheduleId: id }
  expect((await world.call('vic', 'deleteReportSchedule', { params })).status).toBe(403)
  expect((await world.call('eve', 'deleteReportSchedule', { params: { ...params, solutionId: theirs } })).status).toBe(
    404,
  )
  expect((await world.call('mia', 'deleteReportSchedule', { params })).status).toBe(204)
})

test('a report that cannot be written holds up no other, and is sent once it can be', async () => {
  reports.mails.clear()
  // The first run of a month closes it; the schedules are of before.
  const made: string[] = []
  for (const language of ['en', 'de'] as const) {
    const body = { emails: ['person1@example.org'], language, every: 'FIRST_OF_MONTH' }
    made.push((await world.call('mia', 'createReportSchedule', { body })).json<ReportSchedule>().id)
  }
  const was = clock.now
  clock.now = new Date('2026-05-01T05:00:00Z')
  // First a month that cannot be closed, then a report that cannot be written.
  const away = vi.spyOn(reports.port, 'readCaptchaMonth').mockRejectedValueOnce(new Error('away'))
  await expect(service.sendReports()).rejects.toThrow('Not all reports could be sent')
  expect(away.mock.calls.length, 'the months of other sites are closed all the same').toBeGreaterThan(1)
  expect(reports.mails.size).toBe(0)
  away.mockRestore()
  const unnamed = vi.spyOn(reports.port, 'readUptime').mockRejectedValueOnce(new Error('away'))
  await expect(service.sendReports()).rejects.toThrow('Not all reports could be sent')
  const keys = made.map((id) => `protection-report ${id} 2026-04 person1@example.org`)
  expect([...reports.mails.keys()]).toEqual(keys.slice(1))
  unnamed.mockRestore()
  expect(await service.sendReports()).toBe(1)
  expect([...reports.mails.keys()]).toEqual(keys.toReversed())
  for (const reportScheduleId of made) await world.call('mia', 'deleteReportSchedule', { params: { reportScheduleId } })
  clock.now = was
})

test('a month that is closed stays as it was', async () => {
  const before = await read('ada', '2026-03')
  await record('2026-03-31T12:00:00Z', 3)
  expect(await read('ada', '2026-03')).toEqual(before)
})

test('a link shows one month to anybody until it ends, and is told once', async () => {
  const body = { month: '2026-02', days: 2 }
  expect((await world.call('mia', 'createReportLink', { body })).status).toBe(403)
  const links = await Promise.all([1, 2].map(() => world.call('ada', 'createReportLink', { body })))
  const [one, other] = links.map((answer) => answer.json<ReportLink>())
  const open = (link: ReportLink | undefined) =>
    world.call(null, 'getSharedReport', { params: { token: link?.url?.split('/').at(-1) ?? '' } })
  expect((await open(one)).json()).toMatchObject({ month: '2026-02', uptime: [{ label: 'Monitoring' }] })
  const listed = (await world.call('vic', 'listReportLinks')).json<{ items: ReportLink[] }>().items
  expect(listed.map(({ url }) => url)).toEqual([null, null])
  await world.call('ada', 'deleteReportLink', { params: { reportLinkId: one?.id ?? '' } })
  expect([(await open(one)).status, (await open(other)).status]).toEqual([404, 200])
  clock.now = new Date(clock.now.getTime() + 2 * 86_400_000)
  expect((await open(other)).status).toBe(404)
  const stored = await world.db.query<{ hash: Buffer }>(
    'test-links',
    'select token_hash as hash from protection.report_links',
  )
  expect(stored.map(({ hash }) => hash.toString('base64url'))).not.toContain(other?.url?.split('/').at(-1))
})
