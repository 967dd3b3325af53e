import type { Database } from '@bollard/database'
import { createVerificationId } from '../../records/store/verification-id.ts'
import type { PlanContext } from '../plan/plan-terms.ts'
import type { KeyMails } from './tell-admins.ts'

export interface KeyContext extends PlanContext {
  readonly db: Database
  readonly now: () => Date
  readonly randomBytes: (size: number) => Buffer
  /** How admins are notified; omitted: nobody is. */
  readonly keyMails?: KeyMails
  /** Who may create keys that do more than verify: admins of a solution who run the deployment, or all its admins. Omitted: all. */
  readonly apiKeysFor?: 'operators' | 'solution-admins'
}

/** A UUIDv7 for a key or an environment. */
export function newId({ now, randomBytes }: KeyContext): string {
  return createVerificationId(now().getTime(), randomBytes(10))
}
