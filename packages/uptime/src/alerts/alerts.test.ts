import { expect, test } from 'vitest'
import { addToStorm, type Alert, dedupeKey, type Storm, stormDue } from './collate.ts'
import { type EscalationPolicy, escalationsBetween, nextEscalation, requireEscalation } from './escalation.ts'
import { onCallAt, onCallBetween, type OnCallSchedule, requireOnCall } from './on-call.ts'
import { endOfQuiet, requireHours, type WeeklyHours } from './weekly-hours.ts'

const minute = 60_000
const policy: EscalationPolicy = {
  steps: [
    { afterMinutes: 0, targets: ['chat'] },
    { afterMinutes: 10, targets: ['on-call', 'mail'] },
  ],
  repeat: { afterMinutes: 20, times: 2 },
}
const open = { openedAt: 0, acknowledgedAt: null, resolvedAt: null }

test('steps follow each other and repeat until somebody acknowledges', () => {
  const due = escalationsBetween(policy, open, -1, Infinity)
  expect(due.map(({ at, round, step }) => [at / minute, round, step])).toEqual([
    [0, 0, 0],
    [10, 0, 1],
    [30, 1, 0],
    [40, 1, 1],
    [60, 2, 0],
    [70, 2, 1],
  ])
  const acknowledged = { ...open, acknowledgedAt: 30 * minute }
  expect(escalationsBetween(policy, acknowledged, -1, Infinity)).toEqual(due.slice(0, 2))
  expect(nextEscalation(policy, { ...open, resolvedAt: 5 * minute }, 0)).toBeNull()
  // Looked at irregularly, everything comes once.
  const looks = [-1, 0, 9.5 * minute, 10 * minute, 45 * minute, 90 * minute]
  expect(looks.slice(1).flatMap((until, index) => escalationsBetween(policy, open, looks[index] ?? 0, until))).toEqual(
    due,
  )
})

test.for<[policy: EscalationPolicy, field: string]>([
  [{ ...policy, steps: [] }, 'steps'],
  [{ ...policy, steps: [...policy.steps, { afterMinutes: 10, targets: ['x'] }] }, 'steps/2/afterMinutes'],
  [{ ...policy, steps: [{ afterMinutes: 0, targets: [] }] }, 'steps/0/targets'],
  [{ ...policy, repeat: { afterMinutes: 0, times: 1 } }, 'repeat.afterMinutes'],
  [{ ...policy, repeat: { afterMinutes: 5, times: 0 } }, 'repeat.times'],
])('%j is refused because of %s', ([wrong, field]) => {
  requireEscalation(policy)
  expect(() => requireEscalation(wrong)).toThrow(expect.objectContaining({ field }))
})

const nights: readonly WeeklyHours[] = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '22:00', until: '07:00' }]
const weekend: readonly WeeklyHours[] = [{ weekdays: [6, 7], from: '00:00', until: '00:00' }]

test.for<[hours: readonly WeeklyHours[], at: string, end: string | null]>([
  [nights, '2026-06-01T12:00Z', '2026-06-01T12:00Z'],
  [nights, '2026-06-01T20:00Z', '2026-06-02T05:00Z'],
  [nights, '2026-06-02T04:59Z', '2026-06-02T05:00Z'],
  [nights, '2026-06-02T05:00Z', '2026-06-02T05:00Z'],
  // The night in which the clock changes is an hour shorter or longer.
  [nights, '2026-03-28T21:00Z', '2026-03-29T05:00Z'],
  [nights, '2026-10-24T20:00Z', '2026-10-25T06:00Z'],
  // Friday's night, the weekend and Sunday's night are one.
  [[...nights, ...weekend], '2026-06-05T21:00Z', '2026-06-08T05:00Z'],
  [[{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '24:00' }], '2026-06-05T21:00Z', null],
  [[], '2026-06-05T21:00Z', '2026-06-05T21:00Z'],
])('quiet hours %j hold a message of %s back until %s', ([hours, at, end]) => {
  expect(endOfQuiet(hours, 'Europe/Berlin', Date.parse(at))).toBe(end === null ? null : Date.parse(end))
})

test('hours that cannot be are refused with their field', () => {
  const refused: readonly [Partial<WeeklyHours>, string][] = [
    [{ weekdays: [] }, 'quiet/0/weekdays'],
    [{ weekdays: [8] }, 'quiet/0/weekdays'],
    [{ from: '7:00' }, 'quiet/0/from'],
    [{ from: '24:00' }, 'quiet/0/from'],
    [{ until: '24:01' }, 'quiet/0/until'],
  ]
  for (const [change, field] of refused) {
    const hours = nights.map((one) => ({ ...one, ...change }))
    expect(() => requireHours(hours, 'UTC', 'quiet')).toThrow(expect.objectContaining({ field }))
  }
})

const schedule: OnCallSchedule = {
  timeZone: 'Europe/Berlin',
  layers: [
    {
      people: ['ada', 'bob', 'cem'],
      handOver: { every: 'WEEK', interval: 1, time: '09:00' },
      startDay: '2026-03-02',
      hours: null,
    },
    {
      people: ['dee', 'eve'],
      handOver: { every: 'DAY', interval: 1, time: '02:30' },
      startDay: '2026-02-23',
      hours: [{ weekdays: [6, 7], from: '10:00', until: '18:00' }],
    },
  ],
  overrides: [{ from: Date.parse('2026-03-10T12:00Z'), until: Date.parse('2026-03-10T14:00Z'), person: 'fay' }],
}

test.for<[at: string, person: string | null, until: string]>([
  ['2026-03-01T18:00Z', null, '2026-03-02T08:00Z'],
  ['2026-03-02T08:00Z', 'ada', '2026-03-07T09:00Z'],
  ['2026-03-09T07:59Z', 'ada', '2026-03-09T08:00Z'],
  ['2026-03-09T08:00Z', 'bob', '2026-03-10T12:00Z'],
  ['2026-03-10T13:00Z', 'fay', '2026-03-10T14:00Z'],
  ['2026-03-10T14:00Z', 'bob', '2026-03-14T09:00Z'],
  ['2026-03-14T09:00Z', 'eve', '2026-03-14T17:00Z'],
  // In summer time, nine o'clock is an hour earlier.
  ['2026-03-30T06:59Z', 'ada', '2026-03-30T07:00Z'],
  ['2026-03-30T07:00Z', 'bob', '2026-04-04T08:00Z'],
])('at %s %s is on call, until %s', ([at, person, until]) => {
  requireOnCall(schedule)
  const found = onCallAt(schedule, Date.parse(at))
  expect([found.person, new Date(found.until).toISOString().replace(':00.000', '')]).toEqual([person, until])
})

test('every minute of a month has the person that turns and overrides give, and days go round evenly', () => {
  const [from, until] = [Date.parse('2026-03-20T00:00Z'), Date.parse('2026-04-20T00:00Z')]
  const turns = onCallBetween(schedule, from, until)
  expect([turns[0]?.from, turns.at(-1)?.until]).toEqual([from, until])
  for (const [index, turn] of turns.entries()) {
    expect(turn.from).toBe(turns[index - 1]?.until ?? from)
    for (const at of [turn.from, turn.until - 1]) expect(onCallAt(schedule, at).person).toBe(turn.person)
  }
  const daily: OnCallSchedule = {
    ...schedule,
    layers: schedule.layers.slice(1).map((layer) => ({ ...layer, hours: null })),
    overrides: [],
  }
  const people = onCallBetween(daily, from, until).map(({ person }) => person)
  expect(people.slice(0, 4)).toEqual(['dee', 'eve', 'dee', 'eve'])
  expect(people).toHaveLength(32)
})

test.for<[change: Partial<OnCallSchedule>, field: string]>([
  [{ timeZone: 'x' }, 'timeZone'],
  [{ layers: schedule.layers.map((layer) => ({ ...layer, people: [] })) }, 'layers/0/people'],
  [{ layers: schedule.layers.map((layer) => ({ ...layer, startDay: '2026-02-30' })) }, 'layers/0/startDay'],
  [
    { layers: schedule.layers.map((layer) => ({ ...layer, handOver: { ...layer.handOver, interval: 0 } })) },
    'layers/0/handOver/interval',
  ],
  [
    { layers: schedule.layers.map((layer) => ({ ...layer, handOver: { ...layer.handOver, time: '24:00' } })) },
    'layers/0/handOver/time',
  ],
  [{ overrides: [{ from: 5, until: 5, person: null }] }, 'overrides/0/until'],
])('the schedule with %j is refused because of %s', ([change, field]) => {
  expect(() => requireOnCall({ ...schedule, ...change })).toThrow(expect.objectContaining({ field }))
})

function storms(alerts: readonly Alert[]): string[] {
  const sent: Storm<Alert>[] = []
  let storm: Storm<Alert> | null = null
  for (const alert of alerts) {
    const next: ReturnType<typeof addToStorm<Alert>> = addToStorm(storm, alert)
    if (next.due !== null) sent.push(next.due)
    storm = next.storm
  }
  return [...sent, ...(storm === null ? [] : [storm])].map(
    (one) => `${stormDue(one) / 1_000}: ${one.alerts.map(({ incident, kind }) => `${incident} ${kind}`).join(', ')}`,
  )
}

test('what comes within 30 seconds is one message, and what began and ended within them is none', () => {
  const opened = Array.from({ length: 500 }, (_, index): Alert => ({
    at: index * 59,
    incident: String(index % 250),
    kind: 'OPENED',
  }))
  expect(storms(opened)).toHaveLength(1)
  expect(
    storms([
      { at: 0, incident: 'a', kind: 'OPENED' },
      { at: 10_000, incident: 'b', kind: 'OPENED' },
      { at: 20_000, incident: 'b', kind: 'RESOLVED' },
      { at: 29_999, incident: 'a', kind: 'REPEATED' },
      { at: 30_000, incident: 'a', kind: 'RESOLVED' },
      { at: 31_000, incident: 'c', kind: 'RESOLVED' },
    ]),
  ).toEqual(['30: a OPENED', '60: a RESOLVED, c RESOLVED'])
  expect(storms([opened[0], { at: 5, incident: '0', kind: 'RESOLVED' }] as Alert[])).toEqual([])
})

test('a dedupe key is the same for the same message and no other', () => {
  const message = { incident: 'i:1', kind: 'OPENED', round: 0, step: 1, target: 'mail' } as const
  const others = [{ incident: 'i' }, { kind: 'RESOLVED' }, { round: 1 }, { step: 0 }, { target: '1:mail' }] as const
  const keys = [message, { ...message }, ...others.map((other) => ({ ...message, ...other }))].map(dedupeKey)
  expect(new Set(keys).size).toBe(6)
  expect(keys[0]).toBe('i%3A1:opened:0:1:mail')
})
