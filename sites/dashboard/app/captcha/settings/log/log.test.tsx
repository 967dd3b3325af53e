import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { solutionPage } from '../../../examples/example-pages.ts'
import { loadedOnFree, loadedSettings } from '../../../examples/example-settings.ts'
import * as log from './log.tsx'

type Given = Parameters<typeof layer<typeof log>>[2]
const rest = { held: null }

const states: [string, Partial<Given>][] = [
  ['as they are saved', { loaderData: { ...loadedSettings, ...rest } }],
  ['on the smallest plan', { loaderData: { ...loadedOnFree, ...rest } }],
]

test.for(states)('the settings of the log %s are clean', async ([, given]) => {
  const state = solutionPage({
    at: '/captcha/settings/log',
    page: layer('captcha/settings/log/log', log, {
      path: 'captcha/settings/log',
      loaderData: { ...loadedSettings, ...rest },
      ...given,
    }),
    heading: (t) => `${t(($) => $.captchaSettings.title)}: ${t(($) => $.captchaSettings.tabs.log)}`,
  })
  expect(await faultsOfPage(state)).toEqual([])
})
