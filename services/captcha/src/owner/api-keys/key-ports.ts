import type { Database } from '@bollard/database'
import type { PlanPorts } from '../plan/plan-terms.ts'
import type { KeyMails } from './tell-admins.ts'
import { createVerificationId } from '../../records/store/verification-id.ts'

export interface KeyPorts extends PlanPorts {
  readonly db: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly randomBytes: (size: number) => Buffer
  /** How admins are told; left out, nobody is. */
  readonly keyMails?: KeyMails
}

/** A UUIDv7 for a key or an environment. */
export function newId({ now, randomBytes }: KeyPorts): string {
  return createVerificationId(now(), randomBytes(10))
}
