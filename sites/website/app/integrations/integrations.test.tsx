import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { websitePage } from '../examples/website-page.ts'
import * as overview from './overview.tsx'
import * as platform from './platform.tsx'
import { platformIds } from './platforms.ts'

const tiles = platformIds.map((id) => ({ id, version: '0.1.0', isReleased: false, addedLines: 6, passed: 53, of: 53 }))
const code = { code: 'await verify(token)', html: '<span class="line">await verify(token)</span>' }
const snippet = (label: string) => ({ file: 'example.mjs', label, ...code })
const run = { kind: 'client', with: 'v26.10.0', cases: { passed: 53, of: 53 }, date: '2026-11-26' } as const

test.for(['', 'fortran'])('the overview is clean, and shows what “%s” finds', async (query) => {
  const state = websitePage({
    at: `/products/captcha/integrations?q=${query}`,
    page: layer('integrations/overview', overview, {
      path: ':language/products/captcha/integrations',
      loaderData: { query, tiles },
    }),
    heading: (t) => t(($) => $.integrations.overview.title),
    has: (page) => expect(page.querySelectorAll('[data-find]:not([hidden])')).toHaveLength(query === '' ? 26 : 0),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test.for(['nodejs', 'ios'] as const)('the page about %s is clean', async (id) => {
  const evidence = { version: '0.1.0', isReleased: false, addedLines: null, runs: id === 'nodejs' ? [run] : [] }
  const state = websitePage({
    at: `/products/captcha/integrations/${id}`,
    page: layer('integrations/platform', platform, {
      path: ':language/products/captcha/integrations/:platform',
      loaderData: {
        id,
        evidence,
        widget: [snippet('HTML')],
        server: [snippet('Express'), snippet('Fastify')],
        policy: snippet('HTTP'),
      },
    }),
    heading: (t) => t(($) => $.integrations.platforms[id].title),
    has: (page) => expect(page.querySelectorAll('input[name=server]')).toHaveLength(2),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
