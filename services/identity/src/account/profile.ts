import type { Profile } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { requireActor } from '../session/actor.ts'
import { userColumns } from '../users/user.ts'

/** The account of the signed-in person. */
export async function getProfile(context: IdentityContext, caller: Caller): Promise<Profile> {
  const { userId } = await requireActor(context, caller)
  return readProfile(context.db, userId, context.now())
}

/** Throws `unauthenticated` when the account is gone by now. */
export async function readProfile(db: Queries, userId: string, now: Date): Promise<Profile> {
  const [row] = await db.query<Omit<Profile, 'createdAt'> & { createdAt: Date }>('identity-profile', profileSql, [
    userId,
    now,
  ])
  if (!row) throw new ProblemError('unauthenticated', 'The account is gone.')
  return { ...row, createdAt: row.createdAt.toISOString() }
}

const profileSql = `select ${userColumns}, version, created_at as "createdAt", to_char(deletion_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "deletionAt",
    (select new_email from identity.email_changes where user_id = users.id and expires_at > $2) as "emailChangeTo"
  from identity.users where id = $1`
