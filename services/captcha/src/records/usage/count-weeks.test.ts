import { afterAll, expect, test } from 'vitest'
import { addSite, addTraffic, startAlertCluster } from '../../testing/alerts/start-alerts.ts'
import { countWeeks } from './count-weeks.ts'

const cluster = await startAlertCluster()
afterAll(() => cluster.stop())
const it = await cluster.startAlerts()
// Wednesdays in Kathmandu, 5:45 ahead of UTC.
const weeks = {
  before: new Date('2026-10-27T18:15:00Z'),
  from: new Date('2026-11-03T18:15:00Z'),
  to: new Date('2026-11-10T18:15:00Z'),
}

test('two weeks are told apart to the quarter of an hour, site by site, with the alerts that last', async () => {
  const [site, other, quiet] = [await addSite(it), await addSite(it), await addSite(it)]
  const at = (moment: Date, minutes: number) => moment.getTime() + minutes * 60_000
  await addTraffic(it.db, site, [
    { at: at(weeks.before, -15), passed: 1_000 },
    { at: at(weeks.before, 0), passed: 1, refused: 2 },
    { at: at(weeks.from, -15), passed: 10 },
    { at: at(weeks.from, 0), passed: 100, flagged: 5, refused: 20 },
    { at: at(weeks.to, -15), passed: 200 },
    { at: at(weeks.to, 0), passed: 5_000, refused: 5_000 },
  ])
  await addTraffic(it.db, other, [{ at: at(weeks.from, 60), refused: 3 }])
  const alert = `insert into captcha.alerts (id, site_id, kind, subject, facts, raised_at, told_at, seen_at, ended_at)
    select gen_random_uuid(), $1, k, '', '{}', now(), now(), now(), e from (values ('ATTACK', null::timestamptz), ('PASS_RATE_FALLING', now())) v(k, e)`
  await it.db.query('test-alerts', alert, [site.siteId])
  const unknown = '01890000-0000-7000-8000-000000000000'
  const counted = await countWeeks(it.db, [site.solutionId, other.solutionId, quiet.solutionId, unknown], weeks)
  const none = { passed: 0, refused: 0 }
  expect(new Map(counted.map(({ solutionId, ...rest }) => [solutionId, rest]))).toEqual(
    new Map([
      [site.solutionId, { week: { passed: 305, refused: 20 }, before: { passed: 11, refused: 2 }, openAlerts: 1 }],
      [other.solutionId, { week: { passed: 0, refused: 3 }, before: none, openAlerts: 0 }],
      [quiet.solutionId, { week: none, before: none, openAlerts: 0 }],
    ]),
  )
})
