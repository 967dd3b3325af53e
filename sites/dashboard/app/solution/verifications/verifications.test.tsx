import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { solutionPage } from '../../examples/example-pages.ts'
import {
  flaggedVerification,
  passedVerification,
  refusedVerification,
  ruledVerifications,
} from '../../examples/example-verifications.ts'
import * as verifications from './verifications.tsx'

type Given = Parameters<typeof layer<typeof verifications>>[2]['loaderData']
const all = [passedVerification, refusedVerification, flaggedVerification, ...Object.values(ruledVerifications)]
const first: Given = {
  items: all,
  nextCursor: 'next',
  outcome: null,
  code: '',
  isWrong: false,
  searchedUntil: null,
  isFirstPage: true,
  now: Date.parse('2026-11-19T10:00:00.000Z'),
}

const states: [string, Given, number][] = [
  ['with visitors of every kind', first, all.length],
  ['without a visitor', { ...first, items: [], nextCursor: null }, 0],
  ['without a visitor of this outcome', { ...first, items: [], nextCursor: null, outcome: 'FLAGGED' }, 0],
  [
    'with the visitor of a reference code',
    { ...first, items: all.slice(1, 2), nextCursor: null, code: '019a9b1c-5d3e' },
    1,
  ],
  ['without one of this reference code', { ...first, items: [], nextCursor: null, code: '019a9b1c-5d3e' }, 0],
  ['with a code that cannot be one', { ...first, items: [], nextCursor: null, code: '019a9b1c', isWrong: true }, 0],
  ['behind its last page', { ...first, items: [], nextCursor: null, isFirstPage: false }, 0],
]

test.for(states)('the log %s is clean', async ([, loaderData, rows]) => {
  const state = solutionPage({
    at: '/captcha/verifications',
    page: layer('solution/verifications/verifications', verifications, { path: 'captcha/verifications', loaderData }),
    heading: (t) => t(($) => $.log.title),
    has: (page) => expect(page.querySelectorAll('main tbody tr').length).toBe(rows),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
