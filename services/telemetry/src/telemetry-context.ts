import type { Actor } from '@bollard/access'
import type { Database } from '@bollard/database'
import type { CallLimiterOptions } from '@bollard/http'

/** Everything that a verb may need. */
export interface TelemetryContext extends CallLimiterOptions {
  readonly db: Database
  /** UUIDs that sort by time. */
  readonly newId: () => string
  readonly identity: IdentityPort
  /** The country in which an address is registered, ISO 3166-1; null where that is not known. The address is kept nowhere. */
  readonly findCountry: (address: string) => string | null
}

export interface IdentityPort {
  readonly findActor: (cookieHeader: string | undefined) => Promise<Actor | null>
}
