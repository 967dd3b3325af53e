import { type Layer, layer, type PageState } from '@bollard/site-kit/page-states'
import type { Consent } from '@bollard/site-kit/server'
import * as siteShell from '../shell/site-shell.tsx'
import { sitePages } from '../site-map/site-pages.ts'

/** A page within the shell of the website, for somebody who has not been asked about cookies unless `consent` says so. */
export function websitePage({
  page,
  consent = null,
  ...state
}: Omit<PageState, 'site' | 'layers'> & { page: Layer; consent?: Consent | null }): PageState {
  const loaderData = {
    consent,
    click: { gclid: null, referralCode: null },
    reports: { pageViews: false, performance: false, sessionReplay: false },
    existing: new Set<string>(Object.values(sitePages)),
    side: null,
    organization: null,
    sourceUrl: null,
    statusUrl: null,
  }
  return { site: 'website', layers: [layer('shell/site-shell', siteShell, { loaderData }), page], ...state }
}
