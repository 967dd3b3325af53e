import type { Queries } from '@bollard/database'
import type { AccessContext } from './access/open-gate.ts'
import type { EngineContext } from './edge/engine/routes.ts'
import type { LookUpNetwork } from './edge/request/network-facts.ts'
import type { AlertContext } from './owner/alerts/create-alerts.ts'
import type { KeyContext } from './owner/api-keys/key-context.ts'
import type { SettingsContext } from './owner/settings/routes.ts'
import type { ErasureContext } from './records/erasure/routes.ts'
import type { FeedbackContext } from './records/feedback/routes.ts'
import type { LiveContext } from './records/live/routes.ts'
import type { LogContext } from './records/log/routes.ts'

/** Everything that the calls of owners may need. The hot path has contexts of its own, see `edge` and `redemption`. */
export interface CaptchaContext
  extends
    AlertContext,
    KeyContext,
    EngineContext,
    ErasureContext,
    LogContext,
    Omit<LiveContext, 'mayStillRead'>,
    AccessContext,
    SettingsContext {
  /** Brings the roll-ups of a site up to this moment, unless the queue is long. */
  readonly refreshFigures: (siteId: number) => Promise<void>
  /** Writes hits of rules that are still gathered at the site's cell. */
  readonly refreshHits: (siteId: number) => Promise<void>
  /** The database of a cell; undefined where there is no such cell. */
  readonly databaseOfCell: (cell: number) => Queries | undefined
  readonly lookUpNetwork: LookUpNetwork
  readonly blame: FeedbackContext['blame']
}
