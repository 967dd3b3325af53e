import { type Call, type Caller, isApiKeyCaller } from '@bollard/access'
import { type AuditEvent, recordAudit as appendToAudit } from '@bollard/audit'
import type { Queries } from '@bollard/database'
import { publicIdOf } from './open-gate.ts'

/** What a caller did to the protection of a site. */
export type ProtectionChange = { readonly solutionId: string } & Pick<
  AuditEvent,
  'action' | 'target' | 'before' | 'after'
>

/** Records what a caller did, in the transaction that does it. Call it last there: the log of a solution is written by one at a time. */
export function recordAudit(tx: Queries, actor: Caller, call: Call, at: Date, change: ProtectionChange): Promise<void> {
  const { solutionId: scopeId, ...event } = change
  // People see the public id of a key; the captcha itself uses its number.
  const by = isApiKeyCaller(actor)
    ? ({ kind: 'API_KEY', id: publicIdOf(actor) } as const)
    : ({ kind: 'USER', id: actor.userId } as const)
  return appendToAudit(tx, { ...event, scope: 'SOLUTION', scopeId, actor: by, from: call.from, at })
}
