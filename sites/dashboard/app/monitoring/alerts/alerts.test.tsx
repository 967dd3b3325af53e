import type { AlertRule, MonitoringAlert, OnCallScheduleAnswer } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { monitoringPage } from '../../examples/example-monitoring.ts'
import { exampleChoices, exampleIncident, exampleService } from '../../examples/example-service.ts'
import * as alerts from './alerts.tsx'
import * as rulePage from './rule.tsx'
import * as schedulePage from './schedule.tsx'
import { ruleOf, shownRule, typedRule } from './typed-rule.ts'
import { scheduleOf, shownSchedule } from './typed-schedule.ts'

const at = '2026-11-18T09:40:00.000Z'
const stored = { createdAt: at, updatedAt: at, version: 2 }
const channel = { id: '019a9b1c-5d3e-7000-8000-000000000501', name: 'Chat der Bereitschaft' }
const schedule: OnCallScheduleAnswer = {
  ...stored,
  id: '019a9b1c-5d3e-7000-8000-000000000601',
  name: 'Bereitschaft am Wochenende',
  timeZone: 'Europe/Berlin',
  layers: [
    {
      channelIds: [channel.id, '019a9b1c-5d3e-7000-8000-000000000502'],
      handOver: { every: 'WEEK', interval: 1, time: '09:00' },
      startDay: '2026-11-16',
      hours: [{ weekdays: [6, 7], from: '00:00', until: '24:00' }],
    },
  ],
  overrides: [{ from: at, until: '2026-11-19T09:40:00.000Z', channelId: null }],
  turns: [{ channelId: channel.id, from: at, until: '2026-11-23T08:00:00.000Z' }],
}
const rule: AlertRule = {
  ...stored,
  id: '019a9b1c-5d3e-7000-8000-000000000701',
  name: 'Alles, was ausfällt',
  active: true,
  serviceIds: [],
  condition: { kind: 'STATE', states: ['DOWN', 'CHALLENGED'] },
  steps: [
    { afterMinutes: 0, targets: [{ kind: 'CHANNEL', id: channel.id }] },
    { afterMinutes: 15, targets: [{ kind: 'SCHEDULE', id: schedule.id }] },
  ],
  repeat: { afterMinutes: 30, times: 3 },
}
const alert: MonitoringAlert = {
  id: '019a9b1c-5d3e-7000-8000-000000000801',
  ruleId: rule.id,
  ruleName: rule.name,
  serviceId: exampleService.id,
  serviceName: exampleService.name,
  condition: 'STATE',
  state: 'OPEN',
  facts: { state: 'DOWN', fault: 'tls-expired' },
  incidentId: exampleIncident.id,
  openedAt: at,
  acknowledgedAt: null,
  acknowledgedBy: null,
  resolvedAt: null,
  nextStepAt: '2026-11-18T09:55:00.000Z',
}
const some = {
  alerts: { items: [alert, { ...alert, id: 'a2', state: 'RESOLVED' as const, resolvedAt: at }], nextCursor: null },
  rules: [rule, { ...rule, id: 'r2', active: false }],
  schedules: [schedule],
  channels: { [channel.id]: channel.name },
  state: null,
  isFirstPage: true,
}
const none = { ...some, alerts: { items: [], nextCursor: null }, rules: [], schedules: [] }

test.for([
  ['some', some, 'MEMBER', 1],
  ['none', none, 'MEMBER', 0],
  ['some, for a viewer', some, 'VIEWER', 0],
] as const)('a page of alerts with %s is clean', async ([, loaderData, myRole, buttons]) => {
  const state = monitoringPage({
    at: '/alerts',
    solution: { myRole },
    page: layer('monitoring/alerts/alerts', alerts, { path: 'alerts', loaderData }),
    heading: (t) => t(($) => $.monitoring.alerts.title),
    has: (page) => expect(page.querySelectorAll('main form button').length).toBe(buttons),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

const targets = {
  channels: [channel],
  schedules: [schedule],
  services: exampleChoices.services,
  zones: exampleChoices.zones,
}

test.for([
  ['as it is', undefined, targets],
  [
    'that was refused',
    {
      problem: exampleProblem('validation-failed', [{ pointer: '/steps', code: 'too-few', params: { min: 1 } }]),
      typed: { ...shownRule(rule), 'steps/0/targets': '', 'steps/1/targets': '' },
    },
    targets,
  ],
  ['without any channel', undefined, { ...targets, channels: [], schedules: [] }],
] as const)('a rule %s is clean', async ([, actionData, given]) => {
  const state = monitoringPage({
    at: `/alerts/rules/${rule.id}`,
    page: layer('monitoring/alerts/rule', rulePage, {
      path: 'alerts/rules/:alertRuleId',
      loaderData: { rule, targets: { ...given, channels: [...given.channels], schedules: [...given.schedules] } },
      ...(actionData ? { actionData } : {}),
    }),
    heading: () => rule.name,
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('an on-call schedule that a rule uses is clean, and so is a new one', async () => {
  for (const isNew of [false, true]) {
    const state = monitoringPage({
      at: `/alerts/on-call/${isNew ? 'new' : schedule.id}`,
      page: layer('monitoring/alerts/schedule', schedulePage, {
        path: 'alerts/on-call/:scheduleId',
        loaderData: { schedule: isNew ? null : schedule, targets, today: '2026-11-18' },
        ...(isNew ? {} : { actionData: { problem: exampleProblem('in-use'), typed: null } }),
      }),
      heading: (t) => (isNew ? t(($) => $.monitoring.schedule.new) : schedule.name),
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})

test('what is shown of a rule or of a schedule and sent back is the same', () => {
  const conditions: AlertRule['condition'][] = [
    rule.condition,
    { kind: 'HEARTBEAT' },
    { kind: 'SLOW', totalMs: 900, minutes: 5 },
    { kind: 'UPTIME', objectivePercent: 99.95, days: 30, spentPercent: 80, fast: false },
    { kind: 'CERTIFICATE', days: 7, reminderDays: [3, 1] },
  ]
  for (const condition of conditions) {
    const { name, active, serviceIds, steps, repeat } = rule
    const expected = { name, active, serviceIds, condition, steps, repeat }
    expect(ruleOf(shownRule({ ...rule, condition }))).toEqual(expected)
  }
  const { name, timeZone, layers, overrides } = schedule
  expect(scheduleOf(shownSchedule(schedule))).toEqual({ name, timeZone, layers, overrides })
})

test('steps that tell nobody are left out, and those behind them move up', () => {
  const form = new FormData()
  form.set('steps/0/afterMinutes', '0')
  form.set('steps/1/afterMinutes', '5')
  form.append('steps/1/targets', `CHANNEL ${channel.id}`)
  const typed = typedRule(form)
  expect([typed['steps/0/afterMinutes'], typed['steps/1/afterMinutes']]).toEqual(['5', undefined])
  expect(ruleOf(typed).repeat).toBeNull()
})
