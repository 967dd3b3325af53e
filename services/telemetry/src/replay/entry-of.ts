import type { AuditEvent } from '@bollard/audit'

/** What an operator did with a replay, for the audit log. */
export function entryOf(action: 'replay.watched' | 'replay.deleted', replayId: string): AuditEvent {
  return { scope: 'SYSTEM', scopeId: 'telemetry', action, target: { kind: 'replay', id: replayId }, asOperator: true }
}
