import type { Overview } from '@bollard/contracts'

const at = '2026-11-21T12:00:00Z'
const queue = { depth: 0, oldestSeconds: 0, retries: 0, deadLetters: 0 }

/** An installation that nobody has used yet, seconds after its start. */
export const emptyOverview: Overview = {
  at,
  signUps: { latest: 0, before: 0, confirmed: 0 },
  activated: { latest: 0, before: 0 },
  queues: (['mails', 'alert-mails', 'webhooks', 'roll-ups', 'lock-notices'] as const).map((name) => ({
    name,
    ...queue,
  })),
  locks: { solutions: [], accounts: 0, organizations: 0 },
  overdueInvoices: 0,
  watched: null,
}

const burns = (rates: readonly (number | null)[]) =>
  (['1h', '6h', '1d', '3d'] as const).map((window, index) => ({
    window,
    rate: rates[index] ?? null,
    limit: [14.4, 6, 3, 1][index] ?? 1,
  }))

/** One with much to see to. */
export const busyOverview: Overview = {
  at,
  signUps: { latest: 10_000, before: 9_120, confirmed: 8_014 },
  activated: { latest: 312, before: 298 },
  queues: emptyOverview.queues.map((one) =>
    one.name === 'mails' ? { ...one, depth: 41, oldestSeconds: 1_260, retries: 3, deadLetters: 2 } : one,
  ),
  locks: {
    solutions: [
      { reason: 'TRIAL_EXPIRED', locks: 12 },
      { reason: 'ABUSE', locks: 2 },
    ],
    accounts: 3,
    organizations: 1,
  },
  overdueInvoices: 7,
  watched: {
    at,
    hotPath: {
      perMinute: 812.4,
      usualPerMinute: 640.25,
      minutes: Array.from({ length: 60 }, (_, minute) => 600 + ((minute * 37) % 260)),
      errorShare: 0.021,
      errorShareOfDay: null,
    },
    objectives: [
      { objective: 'availability', target: 0.999, windowDays: 30, burns: burns([21, 4, null, null]) },
      { objective: 'latency', target: 0.99, windowDays: 30, burns: burns([null, null, null, null]) },
    ],
    firing: { page: 1, ticket: 2 },
  },
}
