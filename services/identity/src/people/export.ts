import { maskEmails } from '@bollard/audit'
import type { AccountExport } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import { beginExport, carryOnExport, readExport } from '../export/exports.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { writeMoment } from '../users/send-mail.ts'
import { changePerson } from './change-person.ts'

interface Asked {
  readonly userId: string
  readonly reason: string
}

/** Makes the export that a person could make themselves, after the answer, and mails them. `state-conflict` while one is being made. */
export async function createPersonExport(
  context: IdentityContext,
  actor: Actor,
  { userId, reason }: Asked,
  call: Call,
): Promise<AccountExport> {
  const begun = await changePerson(context, actor, userId, call, async ({ tx, at, record }) => {
    const [pending] = await tx.query(
      'identity-export-pending',
      `select 1 as one from identity.account_exports where user_id = $1 and status = 'PENDING'`,
      [userId],
    )
    if (pending) throw new ProblemError('state-conflict', 'An export is being made already.')
    const made = await beginExport(tx, userId, at)
    const target = { kind: 'account-export', id: made.id }
    await record('account-export.requested', { target, after: { reason: maskEmails(reason) } })
    return made
  })
  carryOnExport(context, begun.id, userId)
  return begun
}

/** The file of a person's export, for somebody who cannot sign in. The log and a mail to them say so before it is handed out. */
export async function downloadPersonExport(
  context: IdentityContext,
  actor: Actor,
  { userId, exportId, reason }: Asked & { readonly exportId: string },
  call: Call,
): Promise<Buffer> {
  // As the worker: whoever answers calls of others than the person reads no file.
  const file = await readExport({ ...context, db: context.workerDb }, { userId }, exportId)
  await changePerson(context, actor, userId, call, async ({ user, at, record, tell }) => {
    const target = { kind: 'account-export', id: exportId }
    await record('account-export.downloaded', { target, after: { reason: maskEmails(reason) } })
    await tell('export-downloaded-by-operator', { reason, when: writeMoment(user, at) })
  })
  return file
}
