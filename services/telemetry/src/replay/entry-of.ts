import type { Actor, Call } from '@bollard/access'
import type { AuditEntry } from '@bollard/audit'

/** What an operator did with a replay, for the audit log. */
export function entryOf(
  { userId }: Actor,
  { from }: Pick<Call, 'from'>,
  at: Date,
  { action, replayId }: { readonly action: string; readonly replayId: string },
): AuditEntry {
  return {
    at,
    scope: 'SYSTEM',
    scopeId: 'telemetry',
    actor: { kind: 'OPERATOR', id: userId },
    action,
    target: { kind: 'replay', id: replayId },
    from,
  }
}
