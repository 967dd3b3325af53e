import type { Database } from '@bollard/database'
import type { LookUpNetwork } from '../../edge/request/network-facts.ts'
import type { NameOfNetwork } from '../../records/store/stored-verification.ts'
import type { PlanContext } from '../plan/plan-terms.ts'

export interface RuleContext extends PlanContext {
  readonly db: Database
  readonly now: () => Date
  readonly randomBytes: (size: number) => Buffer
  readonly lookUpNetwork: LookUpNetwork
  readonly nameOfNetwork: NameOfNetwork
  /** Writes hits that are still gathered, so that the numbers are those of this moment. */
  readonly refreshHits: (siteId: number) => Promise<void>
}
