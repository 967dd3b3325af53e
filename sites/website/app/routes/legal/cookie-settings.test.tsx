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

const kept = ['cookie_consent', 'advertising_token', 'referral_code', 'demo_hold', 'theme']
const keptInTab = [...kept, 'gclid']

test.for(states)('the settings for cookies %s are clean', async ([, loaderData]) => {
  const state = websitePage({
    at: '/legal/cookie-settings',
    page: layer('routes/legal/cookie-settings', cookieSettings, {
      path: ':language/legal/cookie-settings',
      loaderData,
    }),
    consent: loaderData.consent,
    // One state is enough to show the line that the other mode adds.
    ...(loaderData.consent === null ? { knows: { consentMode: 'specification' as const } } : {}),
    heading: (t) => t(($) => $.cookieSettings.title),
    has: (page) =>
      expect(page.querySelectorAll('dl dt')).toHaveLength(loaderData.consent === null ? keptInTab.length : kept.length),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
