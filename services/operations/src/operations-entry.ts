import type { Actor, Call } from '@bollard/access'
import type { AuditEntry } from '@bollard/audit'

/** What an operator did here, for the audit log. */
export function entryOf(
  { userId }: Pick<Actor, 'userId'>,
  { from }: Pick<Call, 'from'>,
  at: Date,
  what: Pick<AuditEntry, 'action' | 'target' | 'before' | 'after'>,
): AuditEntry {
  return { at, scope: 'SYSTEM', scopeId: 'operations', actor: { kind: 'OPERATOR', id: userId }, ...what, from }
}
