import { type AuditEvent as AnyEvent, type AuditOrigin, recordEvent } from '@bollard/audit'
import type { AccountAction } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/**
 * What happened to an account. Entries outlive the account and can never be changed, so neither secrets nor names and addresses of
 * people belong here; of an e-mail address there is `maskEmail` of @bollard/audit.
 */
export interface AuditEvent extends Pick<AnyEvent, 'target' | 'before' | 'after'> {
  readonly action: AccountAction
  readonly userId: string
}

/** Records what the owner of an account did to it, in the transaction that does it. Without a `call` the system did it. */
export async function recordAudit(
  tx: Queries,
  call: { readonly from: AuditOrigin } | null,
  at: Date,
  { userId, ...event }: AuditEvent,
): Promise<void> {
  await recordEvent(tx, call === null ? null : { userId }, call, at, { ...event, scope: 'ACCOUNT', scopeId: userId })
}
