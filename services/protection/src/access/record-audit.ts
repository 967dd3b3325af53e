import { type Call, type Caller, isApiKeyCaller } from '@bollard/access'
import { type AuditEvent, recordAudit as appendToAudit } from '@bollard/audit'
import type { Queries } from '@bollard/database'
import { publicIdOf } from './open-gate.ts'

/** What a caller did to the protection of a site. */
export interface ProtectionChange extends Pick<AuditEvent, 'action' | 'target' | 'before' | 'after'> {
  readonly solutionId: string
}

/** Records what a caller did, in the transaction that does it. Call it last there: the log of a solution is written by one at a time. */
export async function recordAudit(
  tx: Queries,
  actor: Caller,
  call: Call,
  at: Date,
  { solutionId, ...event }: ProtectionChange,
): Promise<void> {
  await appendToAudit(tx, {
    scope: 'SOLUTION',
    scopeId: solutionId,
    ...event,
    at,
    // People see the public id of a key; the captcha itself uses its number.
    actor: isApiKeyCaller(actor) ? { kind: 'API_KEY', id: publicIdOf(actor) } : { kind: 'USER', id: actor.userId },
    from: call.from,
  })
}
