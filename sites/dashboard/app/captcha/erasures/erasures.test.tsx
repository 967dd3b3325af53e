import type { Erasure } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { exampleOptions } from '../../examples/example-filters.ts'
import { solutionPage } from '../../examples/example-pages.ts'
import { exampleSolution } from '../../examples/example-solution.ts'
import type { ErasureAnswer } from './erase-scopes.ts'
import * as erasures from './erasures.tsx'

type Page = Parameters<typeof layer<typeof erasures>>[2]
type Given = Page['loaderData']

const done: Erasure = {
  id: '01941f29-7c00-7000-8000-000000000031',
  scope: 'VERIFICATIONS',
  status: 'DONE',
  erased: 3,
  createdAt: '2026-11-19T08:00:00.000Z',
  finishedAt: '2026-11-19T08:00:00.000Z',
}
const history: Erasure[] = [
  { ...done, id: '01941f29-7c00-7000-8000-000000000032', scope: 'ALL', status: 'RUNNING', erased: 120_000 },
  done,
  { ...done, id: '01941f29-7c00-7000-8000-000000000033', scope: 'NETWORK', erased: 12 },
  { ...done, id: '01941f29-7c00-7000-8000-000000000034', scope: 'BEFORE', erased: 40_000 },
]
const first: Given = { history: [], nextCursor: null, isFirstPage: true, filter: {}, options: exampleOptions }
const filter = { outcome: 'REFUSED', country: 'DE' }
const chosen = {
  typed: { scope: 'ids', ids: '', network: '', before: '' },
  fault: null,
  found: null,
  isOtherName: false,
  erased: null,
  problem: null,
} as const satisfies ErasureAnswer
const countedAt = '2026-11-19T10:00:00.000Z'
const typed = { ...chosen.typed, scope: 'filter' } as const

function erasuresPage(given: Pick<Page, 'loaderData' | 'actionData'>, role: 'VIEWER' | 'MEMBER' | 'ADMIN' = 'ADMIN') {
  return solutionPage({
    at: '/captcha/erasures',
    solution: { myRole: role },
    page: layer('captcha/erasures/erasures', erasures, { path: 'captcha/erasures', ...given }),
    heading: (t) => t(($) => $.logErasures.title),
  })
}

const states: [string, Pick<Page, 'loaderData' | 'actionData'>][] = [
  ['before anything was erased', { loaderData: first }],
  ['with a history', { loaderData: { ...first, history, nextCursor: 'next' } }],
  ['of a filter', { loaderData: { ...first, filter } }],
  [
    'of a network that is none',
    {
      loaderData: first,
      actionData: { ...chosen, typed: { ...chosen.typed, scope: 'network', network: 'x' }, fault: 'network' },
    },
  ],
  [
    'once they are counted',
    {
      loaderData: { ...first, filter },
      actionData: { ...chosen, typed, found: { count: 12, isComplete: true, countedAt } },
    },
  ],
  [
    'of a filter that finds too much',
    {
      loaderData: { ...first, filter },
      actionData: { ...chosen, typed, found: { count: 1_000, isComplete: false, countedAt } },
    },
  ],
  ['of nothing', { loaderData: first, actionData: { ...chosen, found: { count: 0, isComplete: true, countedAt } } }],
  [
    'with another name than that of the captcha',
    {
      loaderData: first,
      actionData: {
        ...chosen,
        typed: { ...chosen.typed, scope: 'all' },
        found: { count: 1_000, isComplete: false, countedAt },
        isOtherName: true,
      },
    },
  ],
  [
    'afterwards',
    { loaderData: { ...first, history }, actionData: { ...chosen, erased: { count: 3, isRunning: false } } },
  ],
]

test.for(states)('erasures %s are clean', async ([, given]) => {
  expect(await faultsOfPage(erasuresPage(given))).toEqual([])
})

test('what was counted is asked for once more by the name of the captcha, and nothing is erased without it', async () => {
  const ids = '019a9b1c-5d3e-7abc-8def-0123456789ab'
  const faults = await faultsOfPage({
    ...erasuresPage({
      loaderData: first,
      actionData: { ...chosen, typed: { ...chosen.typed, ids }, found: { count: 1, isComplete: true, countedAt } },
    }),
    has(page, { t }) {
      expect(page.textContent).toContain(t(($) => $.logErasures.found.exact, { count: 1, shown: '1' }))
      expect(page.textContent).toContain(t(($) => $.logErasures.typeHint, { label: exampleSolution.label }))
      const form = page.querySelector<HTMLFormElement>('main form')
      expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({
        scope: 'ids',
        ids,
        network: '',
        before: '',
        countedAt,
        confirmLabel: '',
      })
      expect(form?.querySelector<HTMLInputElement>('#confirmLabel')?.required).toBe(true)
    },
  })
  expect(faults).toEqual([])
})

test.for(['VIEWER', 'MEMBER'] as const)('a %s sees the history and is told that an admin erases', async (role) => {
  const faults = await faultsOfPage({
    ...erasuresPage({ loaderData: { ...first, history } }, role),
    has(page, { t }) {
      expect(page.textContent).toContain(t(($) => $.needsRole.title, { needed: t(($) => $.needsRole.roles.ADMIN) }))
      expect(page.querySelectorAll('main form')).toHaveLength(0)
      expect(page.querySelectorAll('main tbody tr')).toHaveLength(history.length)
    },
  })
  expect(faults).toEqual([])
})
