import { recordEvent } from '@bollard/audit'
import type { AccountAction, User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { type MailKinds, writeMail } from '@bollard/mail'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import type { AuditEvent } from '../users/audit.ts'
import { lockUser } from '../users/user.ts'

/** What an operator changes about an account, in the transaction that changes it. */
export interface PersonChange {
  readonly tx: Queries
  readonly user: User
  readonly at: Date
  /** Writes into the log of the account what the operator has done. */
  readonly record: (action: AccountAction, event?: Pick<AuditEvent, 'target' | 'before' | 'after'>) => Promise<void>
  /** Tells the person. */
  readonly tell: <Kind extends keyof MailKinds>(kind: Kind, values: MailKinds[Kind]) => Promise<void>
}

/** Locks an account and changes it as an operator, or throws `not-found`. */
export async function changePerson<T>(
  context: Pick<IdentityContext, 'db' | 'now' | 'enqueueMail'>,
  actor: Actor,
  userId: string,
  call: Pick<Call, 'from'>,
  change: (change: PersonChange) => Promise<T>,
): Promise<T> {
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new ProblemError('not-found')
    return change(changeOf(tx, context, actor, user, call))
  })
}

/** The same in a transaction of the caller, for an account that is locked. */
export function changeOf(
  tx: Queries,
  { now, enqueueMail }: Pick<IdentityContext, 'now' | 'enqueueMail'>,
  actor: Actor,
  user: User,
  call: Pick<Call, 'from'>,
): PersonChange {
  const at = now()
  return {
    tx,
    user,
    at,
    record: (action, event = {}) =>
      recordEvent(tx, actor, call, at, { ...event, action, scope: 'ACCOUNT', scopeId: user.id, asOperator: true }),
    tell: (kind, values) =>
      enqueueMail(tx, writeMail(kind, { language: user.language, to: user.email, givenName: user.givenName, values })),
  }
}

/** Where somebody looks after the security of their account. */
export function securityLink({ identityUrl }: Pick<IdentityContext, 'identityUrl'>, { language }: User): string {
  return `${identityUrl}/${language}/account/security`
}
