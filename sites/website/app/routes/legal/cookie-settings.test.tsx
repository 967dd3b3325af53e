import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { websitePage } from '../../examples/website-page.ts'
import * as cookieSettings from './cookie-settings.tsx'

type Given = Parameters<typeof layer<typeof cookieSettings>>[2]['loaderData']
const states: [string, Given][] = [
  ['before an answer', { consent: null, isByBrowser: false, countsViews: true }],
  ['after a yes', { consent: 'accepted', isByBrowser: false, countsViews: true }],
  ['after a no', { consent: 'rejected', isByBrowser: false, countsViews: true }],
  ['after the no of a browser', { consent: 'rejected', isByBrowser: true, countsViews: false }],
]

const kept = ['cookie_consent', 'advertising_token', 'referral_code', 'demo_hold', 'code-tab', 'theme']
const keptInTab = [...kept.slice(0, 3), 'gclid', 'replay', ...kept.slice(3)]

test.for(states)('the settings for cookies %s are clean', async ([, loaderData]) => {
  const state = websitePage({
    at: '/legal/cookie-settings',
    page: layer('routes/legal/cookie-settings', cookieSettings, {
      path: ':language/legal/cookie-settings',
      loaderData,
    }),
    consent: loaderData.consent,
    // One state is enough to show the lines that the other mode and recordings add.
    ...(loaderData.consent === null ? { knows: { consentMode: 'specification' as const, recordsVisits: true } } : {}),
    heading: (t) => t(($) => $.cookieSettings.title),
    has: (page) =>
      expect([...page.querySelectorAll('dl dt')].map(({ textContent }) => textContent)).toEqual(
        loaderData.consent === null ? keptInTab : kept,
      ),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
