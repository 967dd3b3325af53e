import { type Layer, layer, type PageState } from '@bollard/site-kit/page-states'
import * as siteShell from '../shell/site-shell.tsx'

/** A page within the shell of the website, for somebody who has not been asked about cookies. */
export function websitePage({
  at,
  page,
  heading,
  has,
}: Omit<PageState, 'site' | 'layers'> & { page: Layer }): PageState {
  const loaderData = { consent: null, click: { gclid: null, referralCode: null } }
  return {
    site: 'website',
    at,
    layers: [layer('shell/site-shell', siteShell, { loaderData }), page],
    heading,
    ...(has === undefined ? {} : { has }),
  }
}
