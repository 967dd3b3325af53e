import type { Job } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { operatorPage } from '../examples/operator-page.ts'
import * as deadLetters from './dead-letters.tsx'
import * as jobs from './jobs.tsx'

const at = '2026-11-21T12:00:00Z'
const job: Job = {
  name: 'billing.run-due',
  everySeconds: 60,
  lastStartedAt: at,
  lastEndedAt: at,
  lastDurationMs: 120,
  error: null,
  failuresInARow: 0,
  runs: 40,
  p95DurationMs: 180,
  askedAt: null,
}
const loaderData = {
  jobs: [
    job,
    { ...job, name: 'audit.verify' as const, error: 'Error ECONNREFUSED: connect', failuresInARow: 3 },
    { ...job, name: 'contact.sweep' as const, lastStartedAt: null, lastEndedAt: null, askedAt: at },
  ],
  queues: [
    { name: 'mails' as const, depth: 4, oldestSeconds: 90, retries: 1, deadLetters: 2 },
    { name: 'roll-ups' as const, depth: 0, oldestSeconds: 0, retries: 0, deadLetters: 0 },
  ],
}
const page = layer('jobs/jobs', jobs, { path: ':language/jobs', loaderData })
const buttons = (shown: HTMLElement) => shown.querySelectorAll('main button[value=run]').length

test('jobs show how they ran; without the change mode nothing can be started', async () => {
  const state = operatorPage({
    at: '/jobs',
    page,
    heading: (t) => t(($) => $.jobs.title),
    has: (shown) => expect([buttons(shown), shown.textContent?.includes('ECONNREFUSED')]).toEqual([0, true]),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('with the change mode each job can be started that nobody has asked for', async () => {
  const state = operatorPage({
    at: '/jobs',
    page,
    mayChange: true,
    heading: (t) => t(($) => $.jobs.title),
    has: (shown) => expect(buttons(shown)).toBe(2),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('what a queue gave up is retried while its text is there, and deleted with a reason', async () => {
  const letter = {
    id: '01a205b2-1759-73ba-91fc-d8bedc8c40c2',
    kind: 'verify-email',
    to: 'a…@example.org',
    createdAt: at,
    endedAt: at,
    attempts: 8,
    error: 'EENVELOPE RCPT TO 550',
    retryable: true,
    solutionId: null,
    owner: null,
  }
  const owned = {
    solutionId: '01a205b2-1759-73ba-91fc-d8bedc8c40c4',
    owner: { label: 'Ein Laden mit einem langen Namen', organization: 'Agentur' },
  }
  const items = [letter, { ...letter, id: '01a205b2-1759-73ba-91fc-d8bedc8c40c3', retryable: false, ...owned }]
  const state = operatorPage({
    at: '/jobs/dead-letters?queue=mails',
    page: layer('jobs/dead-letters', deadLetters, {
      path: ':language/jobs/dead-letters',
      loaderData: { queue: 'mails', items },
    }),
    mayChange: true,
    heading: (t) => t(($) => $.jobs.deadLetters.title),
    has: (shown) => {
      expect(shown.querySelectorAll('button[value=retry]')).toHaveLength(2)
      expect(shown.querySelectorAll('input[name=reason][required]')).toHaveLength(3)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})
