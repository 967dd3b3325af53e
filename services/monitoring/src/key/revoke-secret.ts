import type { Actor, Call } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import type { MonitoringContext } from '../monitoring-context.ts'

export interface Revoked {
  readonly solutionId: string
  readonly id: string
}

/** Ends the secret of a key or a probe at once, and again changes nothing. `revoke` tells whether it had ended. Throws `not-found`. */
export async function revokeSecret(
  { db, now }: Pick<MonitoringContext, 'db' | 'now'>,
  actor: Actor,
  { solutionId, id, kind }: Revoked & { readonly kind: 'monitoring-key' | 'probe' },
  call: Call,
  revoke: (tx: Queries, values: readonly unknown[]) => Promise<readonly { readonly wasRevoked: boolean }[]>,
): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    const [row] = await revoke(tx, [solutionId, id, at])
    if (row === undefined) throw new ProblemError('not-found')
    if (row.wasRevoked) return
    await recordAudit(tx, actor, call, at, { solutionId, action: `${kind}.revoked`, target: { kind, id } })
  })
}
