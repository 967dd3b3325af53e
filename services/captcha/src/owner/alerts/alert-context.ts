import type { Database } from '@bollard/database'
import type { Alerts } from './create-alerts.ts'

export interface AlertContext {
  readonly db: Database
  readonly now: () => Date
  readonly randomBytes: (size: number) => Buffer
  readonly alerts: Pick<Alerts, 'webhooks' | 'addresses'>
}
