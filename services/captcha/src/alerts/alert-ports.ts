import type { AccessPorts } from '../api/require-site.ts'
import type { Alerts } from './create-alerts.ts'

export interface AlertPorts extends AccessPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly randomBytes: (size: number) => Buffer
  readonly alerts: Pick<Alerts, 'webhooks'>
}
