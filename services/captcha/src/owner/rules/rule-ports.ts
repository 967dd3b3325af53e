import type { Database } from '@bollard/database'
import type { LookUpNetwork } from '../../edge/request/network-facts.ts'
import type { PlanPorts } from '../plan/plan-terms.ts'
import type { NameOfNetwork } from '../../edge/sites/site.ts'

export interface RulePorts extends PlanPorts {
  readonly db: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly randomBytes: (size: number) => Buffer
  readonly lookUpNetwork: LookUpNetwork
  readonly nameOfNetwork: NameOfNetwork
  /** Writes hits that are still gathered, so that the numbers are those of this moment. */
  readonly refreshHits: () => Promise<void>
}
