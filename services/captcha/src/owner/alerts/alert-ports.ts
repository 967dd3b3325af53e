import type { Database } from '@bollard/database'
import type { Alerts } from './create-alerts.ts'

export interface AlertPorts {
  readonly db: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly randomBytes: (size: number) => Buffer
  readonly alerts: Pick<Alerts, 'webhooks' | 'addresses'>
}
