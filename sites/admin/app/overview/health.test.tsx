import type { Health } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { operatorPage } from '../examples/operator-page.ts'
import * as page from './health.tsx'

const at = '2026-11-21T12:00:00Z'
const minute = { at, verificationsPerMinute: 12, errorShare: 0.01, p50Ms: 2, p95Ms: 8, p99Ms: 20 }
const health: Health = {
  at,
  history: [minute, { ...minute, p95Ms: null, errorShare: null }, { ...minute, verificationsPerMinute: 30 }],
  processes: [{ process: 'api', up: true, restarts: 0, memoryBytes: 1, eventLoopLagMs: 11 }],
  queues: [{ queue: 'mails', lateSeconds: 1_200 }],
  objectives: [
    { objective: 'availability', target: 0.999, windowDays: 30, burns: [{ window: '1h', rate: 20, limit: 14.4 }] },
  ],
  firing: [{ rule: 'DatabaseDown', severity: 'page', summary: 'It is away', runbook: 'databasedown', since: at }],
  solutionLocks: 0,
  invoicesOverdue: 0,
  signUpsLastDay: 0,
  databases: [
    { cell: 0, up: true, bytes: 12_345_678, connections: 26, connectionsMax: 100, lockWaits: 0 },
    { cell: 1, up: false, bytes: null, connections: null, connectionsMax: null, lockWaits: null },
  ],
  databaseBytes: 12_345_678,
  databaseLockWaits: 0,
  diskFreeBytes: 1,
  auditChainsBroken: 0,
}
const show = (loaderData: Health, has: (shown: Element) => void) =>
  faultsOfPage(
    operatorPage({
      at: '/overview/health',
      page: layer('overview/health', page, { path: ':language/overview/health', loaderData }),
      heading: (t) => t(($) => $.health.title),
      has,
    }),
  )

test('what fires leads to its place in the handbook, and charts say in words what they draw', async () => {
  const faults = await show(health, (shown) => {
    expect(shown.querySelector('a[href$="/operate/incidents#databasedown"]')).not.toBeNull()
    expect(shown.querySelector('svg[aria-label*="30"] path')?.getAttribute('d')).toMatch(/^M.+L/u)
    const dots = [...shown.querySelectorAll('svg[role="img"]')].map((chart) => chart.querySelectorAll('circle').length)
    expect(dots, 'values between gaps').toEqual([0, 2, 2])
    const databases = [...shown.querySelectorAll('table')].at(-1)
    const rows = [...(databases?.querySelectorAll('tbody tr') ?? [])].map((row) => row.textContent)
    expect(rows).toEqual([expect.stringMatching(/0.*12[.,]3.MB.*26.*100.*0$/u), expect.stringMatching(/1.*–––$/u)])
  })
  expect(faults).toEqual([])
})

test('a single value is a dot at the end of its chart', async () => {
  const faults = await show({ ...health, history: [minute] }, (shown) =>
    expect([...shown.querySelectorAll('circle')].map((dot) => dot.getAttribute('cx'))).toEqual([
      '357.5',
      '357.5',
      '357.5',
    ]),
  )
  expect(faults).toEqual([])
})

test('before the first reading the page says that nothing was measured', async () => {
  const nothing: Health = {
    ...health,
    at: null,
    history: [],
    processes: [],
    queues: [],
    objectives: [],
    databases: [],
    firing: [],
  }
  expect(await show(nothing, (shown) => expect(shown.querySelector('svg[role="img"]')).toBeNull())).toEqual([])
})
