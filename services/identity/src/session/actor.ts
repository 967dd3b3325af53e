import type { Actor as Person } from '@bollard/access'
import { viewCookie } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashToken } from '../secrets/token.ts'
import { readHostCookie } from '../browser/cookie.ts'
import { readSessionToken } from './cookie.ts'
import { isLiving, livingAt } from './lifetime.ts'
import { readOperatorToken } from '../operating/cookie.ts'
import { changeModeIn } from '../operating/describe.ts'
import { operatingSince } from '../operating/lifetime.ts'

/** Who is signed in, and with which session. */
export interface Actor extends Required<Person> {
  readonly sessionId: string
}

type ActorContext = Pick<IdentityContext, 'db' | 'now' | 'secret' | 'secure' | 'cookieDomain'>

/**
 * Reads a `cookie` header with one prepared statement and no write; null when nobody is signed in. With the cookie of a view the actor is
 * the person whom an operator looks at, also in a browser where that operator is signed in.
 */
export async function findActor(context: ActorContext, cookieHeader: string | undefined): Promise<Actor | null> {
  const viewToken = readHostCookie(context, cookieHeader, viewCookieKey)
  if (viewToken) {
    const now = context.now()
    const values = [...livingAt(now), hashToken(viewToken), ...operatingSince(now)]
    const [viewed] = await context.db.query('identity-viewed', viewedSql, values)
    return viewed === undefined ? null : { ...viewed, operating: null }
  }
  const token = readSessionToken(context, cookieHeader)
  if (!token) return null
  const operatorToken = readOperatorToken(context, cookieHeader)
  if (operatorToken !== null) return findOperator(context, token, operatorToken)
  const [actor] = await context.db.query('identity-actor', actorSql, [...livingAt(context.now()), hashToken(token)])
  return actor === undefined ? null : { ...actor, operating: null }
}

/** The same with the cookie of the admin site, which counts only beside the session that it was opened in, and for an administrator. */
async function findOperator(context: ActorContext, token: string, operatorToken: string): Promise<Actor | null> {
  const now = context.now()
  const [row] = await context.db.query('identity-operating-actor', operatingSql, [
    ...livingAt(now),
    hashToken(token),
    hashToken(operatorToken),
    ...operatingSince(now),
  ])
  if (row === undefined) return null
  const { isOperating, changeUntil, changeReason, changeTicket, ...actor } = row
  const change = changeModeIn({ changeUntil, changeReason, changeTicket }, now)
  return { ...actor, operating: isOperating && actor.isAdmin ? { change } : null }
}

/**
 * The same, and likewise who gave a proof up to `repeatSeconds` ago and calls with the token from before it: good for repeating that
 * proof and for nothing else.
 */
export async function findProver(context: ActorContext, cookieHeader: string | undefined): Promise<Actor | null> {
  const token = readSessionToken(context, cookieHeader)
  if (!token) return null
  const now = context.now()
  const earliest = new Date(now.getTime() - repeatSeconds * 1000)
  const [actor] = await context.db.query('identity-prover', proverSql, [...livingAt(now), hashToken(token), earliest])
  return actor === undefined ? null : { ...actor, operating: null }
}

/** How long a proof that is sent twice gets the same answer. */
export const repeatSeconds = 10

/** The signed-in person, or `unauthenticated`. */
export async function requireActor(context: ActorContext, call: Pick<Call, 'cookie'>): Promise<Actor> {
  const actor = await findActor(context, call.cookie)
  if (actor === null) throw new ProblemError('unauthenticated', 'Nobody is signed in.')
  return actor
}

/** As `hostCookie` names it. */
export const viewCookieKey = viewCookie.replace('bollard.', '')
const columns = `users.id as "userId", sessions.id as "sessionId", users.is_admin and factor.present and sessions.second_factor_at is not null as "isAdmin",
    users.is_admin and not (factor.present and sessions.second_factor_at is not null) as "adminNeedsSecondFactor", factor.present as "hasSecondFactor", users.email_verified as "emailVerified",
    users.email, users.given_name as "givenName", users.language, sessions.proven_at as "provenAt", null::uuid as "viewedBy"`
const tables = `identity.sessions join identity.users on users.id = sessions.user_id
  cross join lateral (select exists (select from identity.totp_secrets where user_id = users.id and confirmed_at is not null)
    or exists (select from identity.passkeys where user_id = users.id) as present) as factor`
const selectSql = `select ${columns} from ${tables}`
const actorSql = `${selectSql} where sessions.token_hash = $5 and ${isLiving}`
const proverSql = `${selectSql}
  where (sessions.token_hash = $5 or (sessions.rotated_from = $5 and sessions.proven_at > $6)) and ${isLiving}`
const operatingSql = `select ${columns}, operators.token_hash is not null as "isOperating", operators.change_until as "changeUntil",
    operators.change_reason as "changeReason", operators.change_ticket as "changeTicket"
  from ${tables}
  left join identity.operator_sessions as operators on operators.session_id = sessions.id and operators.token_hash = $6
    and operators.last_active_at > $7 and operators.opened_at > $8
  where sessions.token_hash = $5 and ${isLiving}`
/** Nothing of the operator's rights is in it. It ends with their session of the admin site, and where the person becomes an administrator. */
const viewedSql = `select viewed.id as "userId", account_views.id as "sessionId", false as "isAdmin", false as "adminNeedsSecondFactor", factor.present as "hasSecondFactor",
    viewed.email_verified as "emailVerified", viewed.email, viewed.given_name as "givenName", viewed.language, null::timestamptz as "provenAt", users.id as "viewedBy"
  from identity.account_views join identity.sessions on sessions.id = account_views.session_id join identity.users on users.id = sessions.user_id
  join identity.operator_sessions as operators on operators.session_id = sessions.id and operators.last_active_at > $6 and operators.opened_at > $7
  join identity.users as viewed on viewed.id = account_views.user_id
  cross join lateral (select exists (select from identity.totp_secrets where user_id = viewed.id and confirmed_at is not null)
    or exists (select from identity.passkeys where user_id = viewed.id) as present) as factor
  where account_views.token_hash = $5 and account_views.expires_at > $1 and users.is_admin and not viewed.is_admin and ${isLiving}`
