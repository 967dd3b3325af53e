import type { SiteEnvironment } from '../sites/site.ts'
import type { Caller } from '../request/edge-request.ts'
import type { KnownOrigin } from '../request/known-origins.ts'

/** What is known of a visitor who may ask for work. */
export interface Admitted {
  readonly environment: SiteEnvironment
  readonly origin: KnownOrigin
  /** Number of the action among the site's, or the mark of a name that it has not learnt; 0 for none. */
  readonly action: number
  readonly caller: Caller
  readonly at: number
}
