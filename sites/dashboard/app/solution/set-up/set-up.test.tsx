import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { solutionPage } from '../../examples/example-pages.ts'
import { exampleSite, unusedSite } from '../../examples/example-solution.ts'
import * as setUp from './set-up.tsx'

test('the steps of the set-up are clean, before the first visitor and after', async () => {
  for (const captcha of [unusedSite, exampleSite]) {
    const state = solutionPage({
      at: '/set-up',
      captcha,
      page: layer('solution/set-up/set-up', setUp, { path: 'set-up', loaderData: { waitsForAgreement: false } }),
      heading: (t) => t(($) => $.setUp.title),
      has: (page) => expect(page.innerHTML).toContain(exampleSite.siteKey),
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})

test('an agreement that nobody has accepted is mentioned, to admins with the way to it, and the page is clean', async () => {
  for (const myRole of ['ADMIN', 'VIEWER'] as const) {
    const state = solutionPage({
      at: '/set-up',
      solution: { myRole },
      page: layer('solution/set-up/set-up', setUp, { path: 'set-up', loaderData: { waitsForAgreement: true } }),
      heading: (t) => t(($) => $.setUp.title),
      has(page, { t }) {
        expect(page.textContent).toContain(t(($) => $.agreement.openTitle))
        expect(page.querySelector('a[href$="/settings/general#agreement"]') !== null).toBe(myRole === 'ADMIN')
      },
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})
