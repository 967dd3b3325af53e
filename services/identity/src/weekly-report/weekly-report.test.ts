import { createMailbox } from '@bollard/mail'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import type { ReportWeeks, SolutionWeek, WeeklyFigures } from '../identity-context.ts'
import { useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const shop: SolutionWeek = {
  name: 'Corner shop',
  week: { passed: 930, refused: 70 },
  before: { passed: 800, refused: 0 },
  openAlerts: 2,
}
const quiet: SolutionWeek = {
  name: 'Nobody there',
  week: { passed: 0, refused: 0 },
  before: { passed: 0, refused: 0 },
  openAlerts: 0,
}

/** A service whose clock says what a test sets it to, and one person in Berlin who gets reports on Wednesdays. */
async function startReports(figures: WeeklyFigures, enqueue?: (send: () => Promise<void>) => Promise<void>) {
  const clock = { now: new Date() }
  const it = await start({
    now: () => clock.now,
    weeklyFigures: figures,
    enqueueMail: async (tx, mail) => {
      const send = () => createMailbox(tx).send(mail)
      await (enqueue === undefined ? send() : enqueue(send))
    },
  })
  const headers = { cookie: await it.becomeUser({ timezone: 'Europe/Berlin' }) }
  const mails = { WEEKLY_REPORT: true, USAGE_ALERTS: true, BILLING: true, ALERTS: true }
  const choose = (body: object) =>
    it.call('PUT', '/users/me/notification-preferences', { headers, body: { mails, weeklyReportDay: 3, ...body } })
  await choose({})
  const reports = async () => {
    const entries = (await it.mailbox.list()).filter(({ tag }) => tag === 'weekly-report')
    const mails = await Promise.all(entries.map(({ id }) => it.mailbox.get(id)))
    return mails.filter((mail) => mail !== null)
  }
  const runAt = async (at: string) => {
    clock.now = new Date(at)
    await it.service.sendWeeklyReports()
    return (await reports()).length
  }
  return { ...it, headers, mails, choose, reports, runAt }
}

test('the report comes once a week, from 6 o’clock on of the chosen day where the person lives, with the seven days before it', async () => {
  const asked: ReportWeeks[] = []
  const { runAt, reports, service, headers } = await startReports(async (_userId, weeks) => {
    asked.push(weeks)
    return [quiet, shop]
  })
  // The clocks were put back on 25 October, so that Wednesday begins an hour later in UTC than the one before.
  expect(await runAt('2026-10-28T04:59:00Z'), 'before 6 o’clock').toBe(0)
  expect(await runAt('2026-10-28T05:00:00Z')).toBe(1)
  expect(asked).toEqual([
    {
      before: new Date('2026-10-13T22:00:00Z'),
      from: new Date('2026-10-20T22:00:00Z'),
      to: new Date('2026-10-27T23:00:00Z'),
    },
  ])
  for (const at of ['2026-10-28T05:05:00Z', '2026-10-28T22:00:00Z', '2026-10-29T12:00:00Z', '2026-11-03T23:00:00Z'])
    expect(await runAt(at), at).toBe(1)
  const [mail] = await reports()
  expect(mail?.subject).toBe('Your week at Bollard: 21 – 27 October 2026')
  expect(mail?.text).toContain(
    'Corner shop\nVerifications: 1,000 (+25% compared with 800 the week before)\nLet through: 93%, blocked: 7%\nOpen alerts: 2',
  )
  expect(mail?.text, 'a solution without anything').not.toContain('Nobody there')
  expect(mail?.text).toContain('http://localhost:8082/en/dashboard')
  const { userId = '' } = (await service.findActor(headers.cookie)) ?? {}
  expect(mail?.source.replaceAll(/\n[ \t]+/gu, ' ')).toContain(
    `List-Unsubscribe: <${service.unsubscribeUrl(userId, 'WEEKLY_REPORT')}>`,
  )
  expect(await runAt('2026-11-04T05:00:00Z'), 'the next week').toBe(2)
})

test('none comes where there is nothing to tell, where it is switched off, and less than seven days after the last one', async () => {
  const figures = { now: [quiet] as SolutionWeek[] }
  const { runAt, choose, mails } = await startReports(async () => figures.now)
  expect(await runAt('2026-11-04T06:00:00Z'), 'nothing happened').toBe(0)
  figures.now = [shop]
  expect(await runAt('2026-11-05T06:00:00Z'), 'that was decided').toBe(0)
  await choose({ mails: { ...mails, WEEKLY_REPORT: false } })
  expect(await runAt('2026-11-11T06:00:00Z'), 'switched off').toBe(0)
  await choose({})
  expect(await runAt('2026-11-18T06:00:00Z')).toBe(1)
  await choose({ weeklyReportDay: 5 })
  expect(await runAt('2026-11-20T06:00:00Z'), 'another day in the same week').toBe(1)
  expect(await runAt('2026-11-27T06:00:00Z')).toBe(2)
  expect(await runAt('2026-12-06T06:00:00Z'), 'two days late, as after a long failure').toBe(2)
})

test('several processes at once, one that ends in the middle and figures that fail leave one mail a week', async () => {
  let fault: 'figures' | 'mail' | null = 'figures'
  const { runAt, service, logged } = await startReports(
    async () => {
      if (fault === 'figures') throw new Error('the captcha is away')
      return [shop]
    },
    async (send) => {
      await send()
      if (fault === 'mail') throw new Error('killed before the commit')
    },
  )
  expect(await runAt('2026-11-04T06:00:00Z')).toBe(0)
  fault = 'mail'
  expect(await runAt('2026-11-04T06:05:00Z')).toBe(0)
  expect(logged.join('\n')).toMatch(/captcha is away[^]*killed before the commit/u)
  fault = null
  await Promise.all(Array.from({ length: 5 }, () => service.sendWeeklyReports()))
  expect(await runAt('2026-11-04T06:10:00Z')).toBe(1)
})

test('a time zone that the database does not know counts as UTC, and keeps nobody else waiting', async () => {
  const { runAt, db } = await startReports(async () => [shop])
  await db.query('test-zone', `update identity.users set timezone = 'Mars/Olympus'`, [])
  expect(await runAt('2026-11-04T05:59:00Z')).toBe(0)
  expect(await runAt('2026-11-04T06:00:00Z')).toBe(1)
})
