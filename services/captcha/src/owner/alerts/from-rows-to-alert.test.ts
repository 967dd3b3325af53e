import { afterAll, expect, test } from 'vitest'
import { createRoller } from '../../records/statistics/create-roller.ts'
import { createLooseCounter } from '../../records/store/count-loosely.ts'
import { recordVerifications } from '../../records/store/record-verifications.ts'
import { addSite, changesOf, startAlertCluster } from '../../testing/alerts/start-alerts.ts'
import { rowAt } from '../../testing/row-at.ts'
import { minuteMs } from './delivery/alert-times.ts'

const cluster = await startAlertCluster()
afterAll(() => cluster.stop())

test('what the hot path writes becomes an alert: refused in the log, or without a row', async () => {
  const { db, clock, alerts, errors } = await cluster.startAlerts({ at: '2026-11-10T12:03:00Z' })
  const [logged, unlogged, quiet] = [
    await addSite({ db, roles: new Map() }),
    await addSite({ db, roles: new Map() }),
    await addSite({ db, roles: new Map() }),
  ]
  const roller = createRoller({ db, onError: (error) => errors.push(error) })
  const counter = createLooseCounter(
    db,
    () => clock.now,
    (error) => errors.push(error),
  )
  const rows = (siteId: number, count: number, outcome: 0 | 1 | 2) =>
    Array.from({ length: count }, () => rowAt(clock.now, { siteId, outcome }))
  await recordVerifications(db, [
    ...rows(logged.siteId, 30, 2),
    ...rows(logged.siteId, 20, 1),
    ...rows(quiet.siteId, 400, 0),
    ...rows(quiet.siteId, 49, 2),
  ])
  for (let visitor = 0; visitor < 50; visitor++) {
    counter.count(unlogged.siteId, 1, visitor % 2 === 0 ? 'blockedUnlogged' : 'refusedUnlogged')
    counter.count(unlogged.siteId, 1, 'started')
  }
  await counter.flush()
  await roller.roll()
  clock.now += minuteMs
  await alerts.tick()
  for (const site of [logged, unlogged]) expect(await changesOf(db, site.siteId)).toEqual(['ATTACK RAISED'])
  expect(await changesOf(db, quiet.siteId)).toEqual([])
  const [event] = await db.query<{ facts: unknown }>(
    'test-facts',
    'select facts from captcha.alert_events where site_id = $1',
    [unlogged.siteId],
  )
  expect(event?.facts).toEqual({ kind: 'ATTACK', signal: 'STOPPED', count: 50, usual: 0, minutes: 15 })
  expect(errors).toEqual([])
})
