import type { MaintenanceWindow } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { monitoringPage } from '../../examples/example-monitoring.ts'
import { exampleChoices } from '../../examples/example-service.ts'
import * as maintenance from './maintenance.tsx'
import { newWindow, shownWindow, typedWindow, windowOf } from './typed-window.ts'
import * as windowPage from './window.tsx'

const window: MaintenanceWindow = {
  id: '019a9b1c-5d3e-7000-8000-000000000301',
  title: 'Einspielen der Aktualisierungen auf allen Servern',
  serviceIds: [],
  startsAt: '2026-11-18T11:00',
  durationMinutes: 60,
  timeZone: 'Europe/Berlin',
  recurrence: { frequency: 'WEEKLY', interval: 2, weekdays: [3, 7], until: '2027-12-31', count: null },
  next: { from: '2026-11-18T10:00:00.000Z', to: '2026-11-18T11:00:00.000Z' },
  createdAt: '2026-09-01T08:30:00.000Z',
  version: 2,
}
const now = Date.parse('2026-11-18T10:15:00.000Z')
const windows = [window, { ...window, id: 'w2', next: null, recurrence: null, serviceIds: ['a', 'b'] }]

test.for([
  ['some', windows, 'MEMBER'],
  ['none', [], 'MEMBER'],
  ['some, for a viewer', windows, 'VIEWER'],
] as const)('maintenance with %s is clean', async ([, shown, myRole]) => {
  const state = monitoringPage({
    at: '/maintenance',
    solution: { myRole },
    page: layer('monitoring/maintenance/maintenance', maintenance, {
      path: 'maintenance',
      loaderData: { windows: [...shown], choices: exampleChoices, now },
    }),
    heading: (t) => t(($) => $.monitoring.maintenance.title),
    has(page) {
      expect(page.querySelectorAll('main ol li').length).toBe(shown.length)
      expect(page.querySelector('main form') === null).toBe(myRole === 'VIEWER')
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a window whose change was refused is clean, and keeps what was typed', async () => {
  const state = monitoringPage({
    at: `/maintenance/${window.id}`,
    page: layer('monitoring/maintenance/window', windowPage, {
      path: 'maintenance/:maintenanceId',
      loaderData: { window, choices: exampleChoices },
      actionData: {
        typed: { ...shownWindow(window), durationMinutes: 'lang' },
        problem: exampleProblem('validation-failed', [{ pointer: '/durationMinutes', code: 'invalid-type' }]),
      },
    }),
    heading: () => window.title,
    has: (page) => expect(page.querySelector<HTMLInputElement>('#durationMinutes')?.value).toBe('lang'),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('what is shown of a window and sent back is the same window, however it comes again', () => {
  const shared = { interval: 1, until: null, count: 5 }
  for (const recurrence of [
    null,
    window.recurrence,
    { ...shared, frequency: 'DAILY' as const },
    { ...shared, frequency: 'MONTHLY_BY_DAY' as const, day: -1 },
    { ...shared, frequency: 'MONTHLY_BY_WEEKDAY' as const, weekday: 2, nth: -1 },
  ]) {
    const { title, serviceIds, startsAt, durationMinutes, timeZone } = window
    const sent = windowOf(shownWindow({ ...window, recurrence }), recurrence?.count ?? null)
    expect(sent).toEqual({ title, serviceIds, startsAt, durationMinutes, timeZone, recurrence })
  }
})

test('a form without recurrence is one window, and seconds that browsers add are cut off', () => {
  const form = new FormData()
  form.set('startsAt', '2026-11-18T11:00:00')
  form.set('durationMinutes', '30')
  expect(windowOf(typedWindow(form), null)).toMatchObject({ startsAt: '2026-11-18T11:00', recurrence: null })
  expect(newWindow('Etc/UTC').timeZone).toBe('Etc/UTC')
})
