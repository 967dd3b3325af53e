import type { Passkey } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { recordAudit } from '../users/audit.ts'
import { asPasskey, passkeyColumns } from './list.ts'

/** Gives a passkey of the caller another name; `not-found` for those of others. */
export async function renamePasskey(
  context: IdentityContext,
  { userId }: Actor,
  { passkeyId, name }: { readonly passkeyId: string; readonly name: string },
  call: Call,
): Promise<Passkey> {
  return context.db.transaction(async (tx) => {
    const [row] = await tx.query('identity-passkey-rename', renameSql, [passkeyId, userId, name])
    if (!row) throw new ProblemError('not-found')
    await recordAudit(tx, call, context.now(), {
      userId,
      action: 'passkey.renamed',
      target: { kind: 'passkey', id: passkeyId },
    })
    return asPasskey(row)
  })
}

const renameSql = `update identity.passkeys set name = $3 where id = $1 and user_id = $2 returning ${passkeyColumns}`
