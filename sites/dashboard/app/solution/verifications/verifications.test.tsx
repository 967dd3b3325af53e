import { verificationsCountedMax } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { userEvent } from 'vitest/browser'
import { expect, test, vi } from 'vitest'
import { countedMax } from '../../captcha/log-filter/filter-count.tsx'
import { type LogSearch, writeSearch } from '../../captcha/log-filter/log-search.ts'
import { exampleOptions, exampleSaved } from '../../examples/example-filters.ts'
import { solutionPage } from '../../examples/example-pages.ts'
import {
  flaggedVerification,
  passedVerification,
  refusedVerification,
  ruledVerifications,
} from '../../examples/example-verifications.ts'
import * as verifications from './verifications.tsx'

type Given = Parameters<typeof layer<typeof verifications>>[2]['loaderData']
type Answer = NonNullable<Parameters<typeof layer<typeof verifications>>[2]['actionData']>
const all = [passedVerification, refusedVerification, flaggedVerification, ...Object.values(ruledVerifications)]
const first: Given = {
  items: all,
  nextCursor: 'next',
  filter: {},
  faults: {},
  options: exampleOptions,
  saved: [],
  count: null,
  searchedUntil: null,
  isFirstPage: true,
  archived: { from: null, to: null },
  now: Date.parse('2026-11-19T10:00:00.000Z'),
}
const empty = { ...first, items: [], nextCursor: null }
const manyFilters: LogSearch = {
  outcome: 'FLAGGED,REFUSED',
  from: '2026-11-18T10:00:00.000Z',
  country: 'DE',
  reason: 'webdriver',
  ruleId: '01941f29-7c00-7000-8000-0000000000ff',
  network: '203.0.113.0/24',
  hostname: 'anmeldung-zur-kundenzufriedenheitsumfrage.rundbrief.example.org',
}
const problem = { type: 'about:blank', title: '', status: 409, detail: '', requestId: '' }

function logPage(
  loaderData: Given,
  { rows = loaderData.items.length, answer }: { rows?: number; answer?: Answer } = {},
) {
  return solutionPage({
    at: `/captcha/verifications?${writeSearch(loaderData.filter)}`,
    page: layer('solution/verifications/verifications', verifications, {
      path: 'captcha/verifications',
      loaderData,
      ...(answer === undefined ? {} : { actionData: answer }),
    }),
    heading: (t) => t(($) => $.log.title),
    has: (page) => expect(page.querySelectorAll('main tbody tr').length).toBe(rows),
  })
}

const states: [string, Given][] = [
  ['with visitors of every kind', first],
  ['without a visitor', empty],
  [
    'with older days in the archive',
    { ...first, nextCursor: null, archived: { from: '2026-09-01', to: '2026-10-19' } },
  ],
  [
    'without a visitor of this outcome',
    { ...empty, filter: { outcome: 'FLAGGED' }, count: { count: 0, isComplete: true } },
  ],
  [
    'with many filters',
    { ...first, filter: manyFilters, count: { count: 1_000, isComplete: false }, saved: exampleSaved },
  ],
  ['with saved filters', { ...first, saved: exampleSaved, filter: { outcome: 'REFUSED', country: 'DE' } }],
  [
    'with the visitor of a reference code',
    { ...empty, items: all.slice(1, 2), filter: { verificationId: '019a9b1c-5d3e' } },
  ],
  ['without one of this reference code', { ...empty, filter: { verificationId: '019a9b1c-5d3e' } }],
  [
    'with a code that cannot be one',
    { ...empty, filter: { verificationId: '019a9b1c' }, faults: { verificationId: 'invalid' } },
  ],
  ['behind its last page', { ...empty, isFirstPage: false }],
  [
    'whose search ran out of time',
    {
      ...empty,
      nextCursor: 'next',
      filter: { country: 'AT' },
      searchedUntil: '2026-11-12T08:00:00.000Z',
      count: { count: 4, isComplete: false },
    },
  ],
]

test.for(states)('the log %s is clean', async ([, loaderData]) => {
  expect(await faultsOfPage(logPage(loaderData))).toEqual([])
})

test('what is wrong with filters stands beside their fields, and the first of them has the focus', async () => {
  const state = logPage({
    ...empty,
    filter: { network: 'nonsense', from: '2026-11-19T10:00:00.000Z', to: '2026-11-18T10:00:00.000Z', scoreTo: '7' },
    faults: { network: 'invalid', to: 'order', scoreTo: 'invalid' },
  })
  const faults = await faultsOfPage({
    ...state,
    has(page, { t }) {
      const field = (name: string) => page.querySelector<HTMLInputElement>(`#filter-${name}`)
      const describedBy = (name: string) => page.querySelector(`#filter-${name}-error`)?.textContent
      expect(describedBy('network')).toBe(t(($) => $.logFilter.errors.network))
      expect(describedBy('to')).toBe(t(($) => $.logFilter.errors.order))
      expect(describedBy('scoreTo')).toBe(t(($) => $.logFilter.errors.score))
      expect(field('network')?.value).toBe('nonsense')
      expect(document.activeElement).toBe(field('to'))
    },
  })
  expect(faults).toEqual([])
})

test('each filter is a chip that takes only itself out, and all of them are in the form', async () => {
  const state = logPage({ ...first, filter: manyFilters, count: { count: 12, isComplete: true } })
  const faults = await faultsOfPage({
    ...state,
    async has(page, { t }) {
      const chips = [...page.querySelectorAll(`ul[aria-label="${t(($) => $.logFilter.list)}"] a`)]
      expect(chips).toHaveLength(Object.keys(manyFilters).length)
      for (const chip of chips) {
        const left = new URL(chip.getAttribute('href') ?? '', 'http://localhost').searchParams
        expect(left.size).toBe(chips.length - 1)
      }
      page.querySelector<HTMLDetailsElement>('details[class*="filters"]')?.setAttribute('open', '')
      await expect.poll(() => page.querySelector('#filter-country')).not.toBeNull()
      const form = page.querySelector('#filter-country')?.closest('form')
      const sent = new FormData(form ?? undefined)
      expect(sent.getAll('outcome')).toEqual(['FLAGGED', 'REFUSED'])
      for (const name of ['country', 'reason', 'ruleId', 'network', 'hostname'] as const)
        expect(sent.get(name), name).toBe(manyFilters[name])
      expect(sent.get('from')).toBe('2026-11-18T11:00')
      expect(page.textContent).toContain(t(($) => $.logFilter.count.exact, { count: 12, shown: '12' }))
    },
  })
  expect(faults).toEqual([])
})

test('a name that is taken is told beside its field, and what was typed stays', async () => {
  const answer = {
    did: 'save',
    id: '',
    name: 'Blocked in Germany',
    problem: { ...problem, code: 'state-conflict' },
  } as Answer
  const state = logPage({ ...first, saved: exampleSaved, filter: { country: 'AT' } }, { answer })
  const faults = await faultsOfPage({
    ...state,
    has(page, { t }) {
      expect(page.querySelector('#save-name-error')?.textContent).toBe(t(($) => $.logFilter.saved.taken))
      expect(page.querySelector<HTMLInputElement>('#save-name')?.value).toBe('Blocked in Germany')
    },
  })
  expect(faults).toEqual([])
})

test('the sheet of filters on a phone has every field, and Escape closes it without touching the filters', async () => {
  const state = logPage({ ...first, filter: { country: 'DE' } })
  const faults = await faultsOfPage({
    ...state,
    async inEachLook(page, { t, look }) {
      if (!look.startsWith('narrow')) return
      const opener = [...page.querySelectorAll('button')].find((one) => one.textContent === t(($) => $.logFilter.open))
      await userEvent.click(opener ?? page)
      const dialog = document.querySelector('[role=dialog]')
      expect(dialog?.querySelectorAll('input, select').length).toBeGreaterThan(20)
      await userEvent.keyboard('{Escape}')
      expect(document.querySelector('[role=dialog]')).toBeNull()
      expect(page.querySelectorAll(`ul[aria-label="${t(($) => $.logFilter.list)}"] a`)).toHaveLength(1)
    },
  })
  expect(faults).toEqual([])
})

test('what came in since the rows were read is announced once, whatever of it the stream tells again', async () => {
  const streams: { address: string; source: EventTarget }[] = []
  class ToldEventSource extends EventTarget {
    constructor(address: string) {
      super()
      streams.push({ address, source: this })
    }
    close() {}
  }
  const state = logPage({ ...first, filter: { country: 'DE' } })
  vi.stubGlobal('EventSource', ToldEventSource)
  const tell = (verification: { verificationId: string }) =>
    streams
      .at(-1)
      ?.source.dispatchEvent(
        new MessageEvent('message', { data: JSON.stringify({ kind: 'verification', verification }) }),
      )
  const faults = await faultsOfPage({
    ...state,
    async has(page, { t }) {
      await expect.poll(() => streams.at(-1)?.address).toMatch(new RegExp(`live[?]country=DE&after=${first.now}$`, 'u'))
      const another = { ...passedVerification, verificationId: '019a9b1c-5d3e-7000-8000-00000000abcd' }
      for (const told of [passedVerification, another, refusedVerification, another]) tell(told)
      await expect.poll(() => page.textContent).toContain(t(($) => $.log.new, { count: 1 }))
    },
  })
  expect(faults).toEqual([])
})

test('the page counts as far as the service does', () => {
  expect(countedMax).toBe(verificationsCountedMax)
})
