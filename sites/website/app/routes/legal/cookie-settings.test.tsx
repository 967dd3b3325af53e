import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { websitePage } from '../../examples/website-page.ts'
import * as cookieSettings from './cookie-settings.tsx'

type Given = Parameters<typeof layer<typeof cookieSettings>>[2]['loaderData']
const states: [string, Given][] = [
  ['before an answer', { consent: null, isByBrowser: false }],
  ['after a yes', { consent: 'accepted', isByBrowser: false }],
  ['after a no', { consent: 'rejected', isByBrowser: false }],
  ['after the no of a browser', { consent: 'rejected', isByBrowser: true }],
]

test.for(states)('the settings for cookies %s are clean', async ([, loaderData]) => {
  const state = websitePage({
    at: '/legal/cookie-settings',
    page: layer('routes/legal/cookie-settings', cookieSettings, {
      path: ':language/legal/cookie-settings',
      loaderData,
    }),
    consent: loaderData.consent,
    heading: (t) => t(($) => $.cookieSettings.title),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
