import type { EditorPorts } from '../../access/require-editor.ts'
import type { Alerts } from './create-alerts.ts'

export interface AlertPorts extends EditorPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly randomBytes: (size: number) => Buffer
  readonly alerts: Pick<Alerts, 'webhooks' | 'addresses'>
}
