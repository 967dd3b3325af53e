import type { Accuracy, Statistics, Verification } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { exampleUser, refusedSolutionPage, solutionPage } from '../../examples/example-pages.ts'
import { exampleSite, unusedSite } from '../../examples/example-solution.ts'
import {
  emptyStatistics,
  exampleStatistics,
  labelledAccuracy,
  unlabelledAccuracy,
} from '../../examples/example-statistics.ts'
import { flaggedVerification, passedVerification, refusedVerification } from '../../examples/example-verifications.ts'
import * as overview from './overview.tsx'

const now = Date.parse('2026-11-19T10:00:00.000Z')
const page = (statistics: Statistics, latest: Verification[], accuracy: Accuracy, waitsForAgreement = false) =>
  layer('solution/overview/overview', overview, {
    path: 'overview',
    loaderData: { statistics, latest, accuracy, waitsForAgreement, now },
  })
const latest = [passedVerification, refusedVerification, flaggedVerification]

test('the overview of a captcha in use is clean, with labelled visitors and without', async () => {
  for (const accuracy of [labelledAccuracy, unlabelledAccuracy]) {
    const state = solutionPage({
      at: '/overview',
      page: page(exampleStatistics, latest, accuracy),
      heading: (t) => t(($) => $.overview.title),
      has: (shown) => expect(shown.textContent).toContain('localhost'),
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})

test('the overview tells that visitors do more work, and who says so, and is clean', async () => {
  const attacks = [
    { active: true, by: 'SERVICE', since: '2026-11-19T09:41:00.000Z', bits: 2 },
    { active: true, by: 'OWNER', since: null, bits: 2 },
  ] as const
  for (const underAttack of attacks) {
    const state = solutionPage({
      at: '/overview',
      captcha: { ...exampleSite, underAttack },
      page: page(
        { ...exampleStatistics, totals: { ...exampleStatistics.totals, throttled: 41 } },
        latest,
        labelledAccuracy,
      ),
      heading: (t) => t(($) => $.overview.title),
      has(shown, { t }) {
        expect(shown.textContent).toContain(t(($) => $.overview.underAttack.title, { times: '4' }))
        expect(shown.textContent).toContain('41')
        const isOwner = shown.textContent?.includes(t(($) => $.overview.underAttack.owner))
        expect(isOwner).toBe(underAttack.by === 'OWNER')
      },
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})

test('the overview of a captcha that nobody has used leads to its set-up, and is clean', async () => {
  const state = solutionPage({
    at: '/overview',
    captcha: unusedSite,
    page: page(emptyStatistics, [], unlabelledAccuracy, true),
    heading: (t) => t(($) => $.overview.title),
    has(shown, { t }) {
      expect(shown.textContent).toContain(t(($) => $.overview.emptyAction))
      expect(shown.textContent).toContain(t(($) => $.agreement.openTitle))
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('the overview of a locked captcha that ends says so, and is clean', async () => {
  const state = solutionPage({
    at: '/overview',
    solution: {
      lifecycle: 'CANCEL_SCHEDULED',
      endsAt: '2026-12-01T00:00:00.000Z',
      secondFactorFrom: '2026-12-24T00:00:00.000Z',
      locks: [
        {
          id: '01K5Z7QLLL0000000000000001',
          reason: 'ABUSE',
          effect: 'REFUSE',
          publicMessage: {},
          lockedAt: '2026-11-18T00:00:00.000Z',
          lockedUntil: null,
        },
      ],
    },
    page: page(exampleStatistics, latest, unlabelledAccuracy),
    heading: (t) => t(($) => $.overview.title),
    has: (shown, { t }) => expect(shown.textContent).toContain(t(($) => $.settings.locks.title, { count: 1 })),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a median of a few checks is not shown beside their own times', async () => {
  const totals = { ...exampleStatistics.totals, passed: 15, flagged: 2, refused: 2, checkMsMedian: 1_670 }
  const state = solutionPage({
    at: '/overview',
    page: page({ ...exampleStatistics, totals }, latest, unlabelledAccuracy),
    heading: (t) => t(($) => $.overview.title),
    has(shown, { t }) {
      expect(shown.textContent).toContain(t(($) => $.overview.medianFrom, { count: 20 }))
      expect(shown.querySelector('[data-slot="tiles"]')?.textContent).not.toMatch(/1[.,]67/u)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('the notice about a second factor is put aside for a day, and comes back once it is due', async () => {
  const wait = { from: '2099-01-01T00:00:00.000Z', due: '2026-01-01T00:00:00.000Z' }
  const asked = (secondFactorFrom: string, isPutAside: boolean, isShown: boolean) =>
    solutionPage({
      at: '/overview',
      knows: { madeAt: now },
      user: { ...exampleUser, putAside: isPutAside ? ['factor'] : [] },
      solution: { secondFactorFrom },
      page: page(exampleStatistics, latest, unlabelledAccuracy),
      heading: (t) => t(($) => $.overview.title),
      has(shown, { t }) {
        expect(shown.textContent?.includes(t(($) => $.settings.factor.action)), secondFactorFrom).toBe(isShown)
        const later = shown.textContent?.includes(t(($) => $.settings.factor.later))
        expect(later).toBe(isShown && secondFactorFrom === wait.from)
      },
    })
  for (const state of [asked(wait.from, false, true), asked(wait.from, true, false), asked(wait.due, true, true)])
    expect(await faultsOfPage(state)).toEqual([])
})

test('a captcha of somebody else is not found, in a page that is clean', async () => {
  const state = refusedSolutionPage({
    at: '/overview',
    status: 404,
    heading: (t) => t(($) => $.failure.notFoundTitle),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
