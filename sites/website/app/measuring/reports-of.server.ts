import type { DeviceClass } from '@bollard/contracts'
import type { Site } from '@bollard/site-kit'
import { consentOf } from '@bollard/site-kit/server'

/** What a visitor's browser may report. */
export interface Reports {
  readonly pageViews: boolean
  readonly performance: boolean
  readonly sessionReplay: boolean
}

/**
 * What this installation wants to know and the visitor's answer covers. A visit is recorded with a yes alone. Counts are of nobody, so
 * they need none, except where the operator keeps to the strict reading (0067): there a page reports nothing without a yes, nor to
 * somebody who asks by Do Not Track.
 */
export function reportsOf({ measuring, consent }: Pick<Site, 'measuring' | 'consent'>, request: Request): Reports {
  const hasAgreed = consentOf(request) === 'accepted'
  const mayCount = consent !== 'strict' || (hasAgreed && request.headers.get('dnt') !== '1')
  return {
    pageViews: mayCount && measuring?.pageViews === true,
    performance: mayCount && measuring?.performance === true,
    sessionReplay: hasAgreed && measuring?.sessionReplay === true,
  }
}

/** The kind of device that a browser says it runs on; the name itself goes no further. */
export function deviceOf(userAgent: string | null): DeviceClass {
  if (/iPad|Tablet|Android(?!.*Mobile)/u.test(userAgent ?? '')) return 'tablet'
  return /Mobi|iPhone/u.test(userAgent ?? '') ? 'phone' : 'computer'
}
