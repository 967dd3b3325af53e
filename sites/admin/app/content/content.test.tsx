import type { Flag } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { operatorPage } from '../examples/operator-page.ts'
import * as coverage from './coverage.tsx'
import type { FolderCoverage } from './measure-coverage.ts'
import * as notice from './notice.tsx'
import * as published from './published.tsx'

const flag: Flag = {
  id: '01a205b2-1759-73ba-91fc-d8bedc8c40c2',
  name: 'maintenance-notice',
  scope: 'INSTALLATION',
  scopeId: null,
  number: null,
  texts: { en: 'We move at 22:00 UTC.', de: 'Wir ziehen um 22:00 UTC um.' },
  reason: 'Announced last week',
  setAt: '2026-11-21T12:00:00Z',
  setBy: '01a205b2-1759-73ba-91fc-d8bedc8c40c9',
  endsAt: '2026-11-22T12:00:00Z',
  endedAt: null,
  holds: true,
}

test('the banner stands as readers of each language see it; without change mode there is no form', async () => {
  const state = operatorPage({
    at: '/content/notice',
    page: layer('content/notice', notice, { path: ':language/content/notice', loaderData: { current: flag } }),
    heading: (t) => t(($) => $.content.notice.title),
    has: (shown) => {
      const seen = [...shown.querySelectorAll('main output')].map((bar) => [bar.getAttribute('lang'), bar.textContent])
      expect(seen.map(([lang]) => lang)).toEqual(['en', 'de', 'en', 'en', 'en'])
      expect(seen[1]?.[1]).toBe(flag.texts?.de)
      expect(shown.querySelectorAll('main button[name=intent]')).toHaveLength(0)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('without a banner the page says so; a draft is shown before it is published, and keeps what was typed', async () => {
  const draft = { texts: { fr: 'Maintenance à 22 h UTC.' }, hours: 4, reason: 'Announced last week' }
  const state = operatorPage({
    at: '/content/notice',
    page: layer('content/notice', notice, {
      path: ':language/content/notice',
      loaderData: { current: null },
      actionData: { draft, problem: null },
    }),
    mayChange: true,
    heading: (t) => t(($) => $.content.notice.title),
    has: (shown, { t }) => {
      expect(shown.textContent).toContain(t(($) => $.content.notice.none))
      expect([...shown.querySelectorAll('main output')].map((bar) => bar.getAttribute('lang'))).toEqual(
        Array.from({ length: 5 }, () => 'fr'),
      )
      expect(shown.querySelector<HTMLInputElement>('[name=text-fr]')?.value).toBe(draft.texts.fr)
      expect(shown.querySelector<HTMLSelectElement>('[name=hours]')?.value).toBe('4')
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

const folderOf = (kind: FolderCoverage['kind'], folder: string, missing: string[]): FolderCoverage => ({
  kind,
  folder,
  languages: [
    { language: 'en', wanted: 9, translated: 9, missing: [] },
    { language: 'it', wanted: 9, translated: 9 - missing.length, missing },
  ],
})

test.for([
  ['what is there in English alone is named', ['guides/webhooks'], 1],
  ['a release that is whole says so', [], 0],
] as const)('%s', async ([, missing, pills]) => {
  const folders = [folderOf('texts', 'dashboard', []), folderOf('pages', 'docs', [...missing])]
  const state = operatorPage({
    at: '/content/coverage',
    page: layer('content/coverage', coverage, { path: ':language/content/coverage', loaderData: { folders } }),
    heading: (t) => t(($) => $.content.coverage.title),
    has: (shown, { t }) => {
      expect(shown.querySelectorAll('main [data-slot=pill]')).toHaveLength(pills)
      expect(shown.textContent).toContain(missing[0] ?? t(($) => $.content.coverage.complete))
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test.for([true, false])(
  'reports and highlights lead to the public pages, if the website has any: %s',
  async (hasAny) => {
    const one = { path: 'reports/bot-lab', title: 'The bot lab' }
    const loaderData = {
      reports: hasAny ? [one] : [],
      highlights: hasAny ? [{ ...one, path: 'highlights#lab', date: '2026-11-22', decision: '0048' }] : [],
    }
    const state = operatorPage({
      at: '/content/published',
      page: layer('content/published', published, { path: ':language/content/published', loaderData }),
      heading: (t) => t(($) => $.content.published.title),
      has: (shown, { t }) => {
        expect(
          shown.querySelectorAll('main a[href$="/reports/bot-lab"], main a[href$="/highlights#lab"]'),
        ).toHaveLength(hasAny ? 2 : 0)
        expect(shown.textContent?.includes(t(($) => $.content.published.noReports))).toBe(!hasAny)
      },
    })
    expect(await faultsOfPage(state)).toEqual([])
  },
)
