import { type AuditOrigin, recordAudit as record } from '@bollard/audit'
import type { Queries } from '@bollard/database'

/** What happened to an account. */
export interface AuditEvent {
  readonly userId: string
  /** `entity.verb` in the past, such as `email.changed`. */
  readonly action: string
  readonly target?: { readonly kind: string; readonly id: string }
  /**
   * Only what changed. Entries outlive the account and can never be changed, so neither secrets nor names and addresses of
   * people belong here; of an e-mail address there is `maskEmail` of @bollard/audit.
   */
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** Records what the owner of an account did to it, in the transaction that does it. Without a `call` the system did it. */
export async function recordAudit(
  tx: Queries,
  call: { readonly from: AuditOrigin } | null,
  at: Date,
  { userId, ...event }: AuditEvent,
): Promise<void> {
  const actor = call === null ? ({ kind: 'SYSTEM' } as const) : ({ kind: 'USER', id: userId } as const)
  await record(tx, {
    ...event,
    at,
    scope: 'ACCOUNT',
    scopeId: userId,
    actor,
    ...(call ? { from: call.from } : {}),
  })
}

/** The fields that differ, as they were and as they are; null when none does. */
export function changesOf<T extends Readonly<Record<string, unknown>>>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | null {
  const keys = Object.keys(after).filter((key) => before[key] !== after[key])
  if (keys.length === 0) return null
  const pick = (values: T): Partial<T> =>
    Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key))) as Partial<T>
  return { before: pick(before), after: pick(after) }
}
