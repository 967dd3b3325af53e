import type { Export } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { exampleOptions } from '../../examples/example-filters.ts'
import { solutionPage } from '../../examples/example-pages.ts'
import * as exports from './exports.tsx'

type Page = Parameters<typeof layer<typeof exports>>[2]
type Given = Page['loaderData']

const done: Export = {
  id: '01941f29-7c00-7000-8000-000000000021',
  format: 'CSV',
  filters: { outcome: ['REFUSED'], country: 'DE', from: '2026-11-18T10:00:00.000Z' },
  status: 'DONE',
  progress: 1,
  rows: 1_234_567,
  truncated: false,
  bytes: 432_100_000,
  createdAt: '2026-11-19T08:00:00.000Z',
  finishedAt: '2026-11-19T08:02:00.000Z',
  expiresAt: '2026-11-26T08:00:00.000Z',
}
const files: Export[] = [
  { ...done, id: '01941f29-7c00-7000-8000-000000000022', status: 'RUNNING', progress: 0.4, finishedAt: null },
  { ...done, id: '01941f29-7c00-7000-8000-000000000023', status: 'QUEUED', progress: 0, rows: 0, bytes: 0 },
  { ...done, truncated: true },
  { ...done, id: '01941f29-7c00-7000-8000-000000000024', format: 'JSON', filters: {} },
  { ...done, id: '01941f29-7c00-7000-8000-000000000025', status: 'FAILED', bytes: 640 },
  { ...done, id: '01941f29-7c00-7000-8000-000000000026', status: 'EXPIRED' },
]
const first: Given = {
  files: [],
  nextCursor: null,
  isFirstPage: true,
  filter: {},
  options: exampleOptions,
  isValid: true,
  count: { count: 1_000, isComplete: false },
  isProven: false,
}
const filter = { outcome: 'REFUSED', country: 'DE' }

function exportsPage(given: Pick<Page, 'loaderData' | 'actionData'>, role: 'VIEWER' | 'MEMBER' | 'ADMIN' = 'MEMBER') {
  return solutionPage({
    at: '/captcha/exports',
    solution: { myRole: role },
    page: layer('captcha/exports/exports', exports, { path: 'captcha/exports', ...given }),
    heading: (t) => t(($) => $.logExports.title),
  })
}
const problem = (code: string, status: number) =>
  ({ type: 'about:blank', title: '', status, detail: '', code, requestId: '' }) as NonNullable<
    NonNullable<Page['actionData']>['problem']
  >

const states: [string, Pick<Page, 'loaderData' | 'actionData'>][] = [
  ['without a file', { loaderData: first }],
  ['with files in every state', { loaderData: { ...first, filter, files, nextCursor: 'next' } }],
  ['after proving who one is', { loaderData: { ...first, filter, isProven: true } }],
  ['with a filter that cannot be asked for', { loaderData: { ...first, isValid: false, count: null } }],
  [
    'after a file was asked for',
    { loaderData: { ...first, files }, actionData: { did: 'create', id: done.id, problem: null } },
  ],
  [
    'where too many are written already',
    { loaderData: { ...first, files }, actionData: { did: 'create', id: '', problem: problem('quota-exceeded', 409) } },
  ],
]

test.for(states)('the exports %s are clean', async ([, given]) => {
  expect(await faultsOfPage(exportsPage(given))).toEqual([])
})

test('the download has the filter of the page, and a finished file its link', async () => {
  const faults = await faultsOfPage({
    ...exportsPage({ loaderData: { ...first, filter, files } }),
    has(page) {
      const links = [...page.querySelectorAll<HTMLAnchorElement>('main a')].map(({ href }) => new URL(href))
      const direct = links.filter(({ pathname }) => pathname.endsWith('/captcha/exports/direct'))
      expect(direct.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
        { ...filter, format: 'CSV' },
        { ...filter, format: 'JSON' },
      ])
      expect(links.filter(({ pathname }) => pathname.endsWith('/file'))).toHaveLength(2)
      expect(page.querySelectorAll('input[name=exportId]')).toHaveLength(files.length)
    },
  })
  expect(faults).toEqual([])
})

test('a viewer sees the files and is told which role exports', async () => {
  const faults = await faultsOfPage({
    ...exportsPage({ loaderData: { ...first, files } }, 'VIEWER'),
    has(page, { t }) {
      expect(page.textContent).toContain(t(($) => $.needsRole.title, { needed: t(($) => $.needsRole.roles.MEMBER) }))
      expect(page.querySelectorAll('main button:not([disabled])')).toHaveLength(0)
      expect(page.querySelectorAll('main a[href*="/captcha/exports/"]')).toHaveLength(0)
      expect(page.querySelectorAll('main tbody tr')).toHaveLength(files.length)
    },
  })
  expect(faults).toEqual([])
})
