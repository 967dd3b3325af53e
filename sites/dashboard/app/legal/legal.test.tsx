import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { dashboardPage } from '../examples/example-pages.ts'
import * as legal from './legal.tsx'

type Given = Parameters<typeof layer<typeof legal>>[2]['loaderData']
const page = (loaderData: Partial<Given>) =>
  dashboardPage({
    at: '/legal',
    page: layer('legal/legal', legal, {
      path: ':language/legal',
      loaderData: {
        terms: null,
        privacy: null,
        dpa: null,
        accepted: null,
        agreements: [],
        hasMore: false,
        ...loaderData,
      },
    }),
    heading: (t) => t(($) => $.legal.title),
  })

const documentAt = (path: string) => ({ version: '2026-11', url: `https://operator.example/${path}` })
const documents = {
  terms: { ...documentAt('terms'), since: '2026-11-01' },
  privacy: documentAt('privacy'),
  dpa: documentAt('dpa'),
}
const solution = (id: string, label: string) => ({ id, label, isKnown: true, accepted: undefined })

test('documents, and what was accepted when, are listed', async () => {
  const state = page({
    ...documents,
    accepted: { version: '2026-01', acceptedAt: '2026-02-03T10:00:00.000Z' },
    agreements: [
      { ...solution('1', 'Shop'), accepted: { version: '2026-11', at: '2026-11-03T10:00:00.000Z', by: 'Anna' } },
      { ...solution('2', 'Blog'), accepted: { version: '2025-11', at: '2025-12-03T10:00:00.000Z', by: null } },
      solution('3', 'Kundenzufriedenheitsumfragenformularanmeldung'),
      { ...solution('4', 'Newsletter'), isKnown: false },
    ],
    hasMore: true,
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('an agreement of the website itself is offered as PDF, of the version that is accepted', async () => {
  const dpa = { version: '1', url: 'http://localhost:8080/en/legal/data-processing-agreement' }
  const pdfs = (shown: Element) =>
    [...shown.querySelectorAll('a[href*=".pdf"]')].map((link) => link.getAttribute('href'))
  const own = { ...page({ dpa }), has: (shown: Element) => expect(pdfs(shown)).toEqual([`${dpa.url}.pdf?version=1`]) }
  expect(await faultsOfPage(own)).toEqual([])
  expect(await faultsOfPage({ ...page(documents), has: (shown) => expect(pdfs(shown)).toEqual([]) })).toEqual([])
})

test.for([
  ['of an operator without documents', {}],
  ['of somebody without captchas who accepted no terms', documents],
] as const)('the page %s is clean', async ([, loaderData]) => {
  expect(await faultsOfPage(page(loaderData))).toEqual([])
})
