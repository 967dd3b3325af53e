import type { Health, Overview } from '@bollard/contracts'
import { expect, test } from 'vitest'
import type { OperationsContext } from '../operations-context.ts'
import { readOverview } from './read-overview.ts'

const now = new Date('2026-11-20T12:00:00Z')
const minute = { at: now.toISOString(), errorShare: null, p50Ms: null, p95Ms: null, p99Ms: null }
const minutes = (...perMinute: number[]) =>
  perMinute.map((verificationsPerMinute) => ({ ...minute, verificationsPerMinute }))
const burn = (window: '1h' | '1d', rate: number | null) => ({ window, rate, limit: 3 })

const health: Health = {
  at: now.toISOString(),
  history: minutes(0, 10, 20, 30, 40, 50),
  processes: [],
  queues: [],
  objectives: [
    { objective: 'latency', target: 0.99, windowDays: 30, burns: [burn('1h', 90)] },
    { objective: 'availability', target: 0.999, windowDays: 30, burns: [burn('1h', 2), burn('1d', null)] },
  ],
  firing: [
    { rule: 'DatabaseDown', severity: 'page', summary: '', runbook: '', since: now.toISOString() },
    { rule: 'DiskFills', severity: 'ticket', summary: '', runbook: '', since: now.toISOString() },
  ],
  solutionLocks: null,
  invoicesOverdue: null,
  signUpsLastDay: null,
  databaseBytes: null,
  databases: [],
  databaseLockWaits: null,
  diskFreeBytes: null,
  auditChainsBroken: null,
}

const measure = async () => ({ depth: 0, oldestSeconds: 0, retries: 0, deadLetters: 0 })
const queue = { measure }
const read = (shown: Health, servesVisitors = true): Promise<Overview> =>
  readOverview({
    now: () => now,
    identity: {
      countNewAccounts: async ({ from, to }: { from: Date; to: Date }) => ({
        accounts: (to.getTime() - from.getTime()) / 86_400_000,
        confirmed: (now.getTime() - to.getTime()) / 86_400_000,
      }),
      countSuspended: async () => 0,
    },
    captcha: { countFirstVerified: async () => 0 },
    solution: {
      countFrozen: async () => 0,
      countLocks: async () => [
        { reason: 'ABUSE', n: 2 },
        { reason: 'OF_A_NEWER_VERSION', n: 1 },
      ],
    },
    billing: { countOverdue: async (max: number) => max },
    queues: {
      mails: queue,
      'alert-mails': queue,
      webhooks: queue,
      'monitoring-alerts': queue,
      'roll-ups': queue,
      'lock-notices': queue,
    },
    system: { readHealth: async () => shown, servesVisitors },
  } as unknown as OperationsContext)

test('two periods of the same length follow each other, and each service is told where to stop', async () => {
  const { signUps, overdueInvoices, locks } = await read(health)
  expect(signUps).toEqual({ latest: 7, before: 7, confirmed: 0 })
  expect(overdueInvoices).toBe(10_000)
  expect(locks.solutions).toEqual([{ reason: 'ABUSE', locks: 2 }])
})

test('rates are means of what the watcher kept; the share of failures follows from the burn of availability', async () => {
  const { watched } = await read(health)
  expect(watched?.hotPath).toMatchObject({ perMinute: 30, usualPerMinute: 25, minutes: [0, 10, 20, 30, 40, 50] })
  expect(watched?.hotPath?.errorShare).toBeCloseTo(0.002)
  expect([watched?.hotPath?.errorShareOfDay, watched?.firing]).toEqual([null, { page: 1, ticket: 1 }])
})

test('what is not measured is no zero: before the first minute, and where no visitors are verified', async () => {
  expect((await read({ ...health, history: [] })).watched?.hotPath).toBeNull()
  expect((await read(health, false)).watched?.hotPath).toBeNull()
  expect((await read({ ...health, at: null })).watched).toBeNull()
})
