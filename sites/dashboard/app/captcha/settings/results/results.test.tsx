import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { solutionPage } from '../../../examples/example-pages.ts'
import { loadedOnFree, loadedSettings } from '../../../examples/example-settings.ts'
import * as results from './results.tsx'

type Has = NonNullable<Parameters<typeof solutionPage>[0]['has']>

const lifetime = (page: HTMLElement) => page.querySelector<HTMLInputElement>('#resultTtlMinutes')
const states: [string, typeof loadedSettings, Has][] = [
  ['as they are saved', loadedSettings, (page) => expect(lifetime(page)?.readOnly).toBe(false)],
  [
    'on a plan without longer tokens',
    loadedOnFree,
    (page) => {
      expect(lifetime(page)?.readOnly).toBe(true)
      expect(page.textContent).toContain('Business')
    },
  ],
  [
    'of a larger plan that are left on a small one',
    { ...loadedOnFree, settings: { ...loadedOnFree.settings, resultTtlMinutes: 60, actions: ['sign up', 'log in'] } },
    (page) => expect(lifetime(page)?.readOnly).toBe(false),
  ],
]

test.for(states)('the settings of results %s are clean', async ([, loaded, has]) => {
  const state = solutionPage({
    at: '/captcha/settings/results',
    page: layer('captcha/settings/results/results', results, {
      path: 'captcha/settings/results',
      loaderData: { ...loaded, held: null },
    }),
    heading: (t) => `${t(($) => $.captchaSettings.title)}: ${t(($) => $.captchaSettings.tabs.results)}`,
    has,
  })
  expect(await faultsOfPage(state)).toEqual([])
})
