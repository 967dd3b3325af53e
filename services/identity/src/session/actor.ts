import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashToken } from '../secrets/token.ts'
import { readSessionToken } from './cookie.ts'
import { isLiving, livingAt } from './lifetime.ts'

/** Who is calling, as other services need to know it. */
export interface Actor {
  readonly userId: string
  readonly sessionId: string
  /** An administrator of the deployment whose session has shown a second factor that the account still has. */
  readonly isAdmin: boolean
  /** One whose session has not: what only administrators may do is refused with `second-factor-needed`. */
  readonly adminNeedsSecondFactor: boolean
  /** Whether the account is protected by more than its password. A trusted browser need not have shown it in this session. */
  readonly hasSecondFactor: boolean
  readonly emailVerified: boolean
  readonly email: string
  readonly givenName: string
  readonly language: 'en' | 'de'
  /** When this session last proved who is there: at the sign-in, or later on demand. */
  readonly provenAt: Date | null
}

type ActorContext = Pick<IdentityContext, 'db' | 'now' | 'secret' | 'secure' | 'cookieDomain'>

/** Reads a `cookie` header with one prepared statement and no write; null when nobody is signed in. */
export async function findActor(context: ActorContext, cookieHeader: string | undefined): Promise<Actor | null> {
  const token = readSessionToken(context, cookieHeader)
  if (!token) return null
  const [actor] = await context.db.query<Actor>('identity-actor', actorSql, [
    ...livingAt(context.now()),
    hashToken(token),
  ])
  return actor ?? null
}

/** The signed-in person, or `unauthenticated`. */
export async function requireActor(context: ActorContext, call: Pick<Call, 'cookie'>): Promise<Actor> {
  const actor = await findActor(context, call.cookie)
  if (actor === null) throw new ProblemError('unauthenticated', 'Nobody is signed in.')
  return actor
}

const actorSql = `select users.id as "userId", sessions.id as "sessionId", users.is_admin and factor.present and sessions.second_factor_at is not null as "isAdmin",
    users.is_admin and not (factor.present and sessions.second_factor_at is not null) as "adminNeedsSecondFactor", factor.present as "hasSecondFactor", users.email_verified as "emailVerified",
    users.email, users.given_name as "givenName", users.language, sessions.proven_at as "provenAt"
  from identity.sessions join identity.users on users.id = sessions.user_id
  cross join lateral (select exists (select from identity.totp_secrets where user_id = users.id and confirmed_at is not null)
    or exists (select from identity.passkeys where user_id = users.id) as present) as factor
  where sessions.token_hash = $5 and ${isLiving}`

const proofMinutes = 10

/** Until when a session counts as just proven; null when it does not. */
export function provenUntil({ provenAt }: Pick<Actor, 'provenAt'>, now: Date): Date | null {
  const until = provenAt && new Date(provenAt.getTime() + proofMinutes * 60_000)
  return until && until >= now ? until : null
}

/** Throws `step-up-required` unless the session proved who is there within the last 10 minutes. */
export function requireProof(actor: Pick<Actor, 'provenAt'>, now: Date): void {
  if (provenUntil(actor, now) === null) throw new ProblemError('step-up-required')
}

/** Throws `second-factor-needed` or `forbidden` for everybody but administrators of the deployment. */
export function requireOperator({ isAdmin, adminNeedsSecondFactor }: Actor): void {
  if (adminNeedsSecondFactor) throw new ProblemError('second-factor-needed')
  if (!isAdmin) throw new ProblemError('forbidden')
}
