import { randomUUIDv7 } from 'node:crypto'
import { maskEmails, recordEvent } from '@bollard/audit'
import { ProblemError } from '@bollard/http'
import { followLink } from '../attempts/follow-link.ts'
import { hostCookie, readHostCookie } from '../browser/cookie.ts'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import { type Actor, viewCookieKey } from '../session/actor.ts'
import { writeMoment } from '../users/send-mail.ts'
import { changePerson, securityLink } from './change-person.ts'

const viewMinutes = 15
const linkSeconds = 60

/**
 * Begins to look at the dashboard as a person, reading only: for 15 minutes, or as long as the session of the operator. Answers the
 * address that opens it, once. An earlier view of the same session ends. `state-conflict` for administrators: their rights are not
 * for looking through.
 */
export async function startView(
  context: IdentityContext,
  actor: Actor,
  { userId, reason }: { readonly userId: string; readonly reason: string },
  call: Call,
): Promise<{ url: string; expiresAt: string }> {
  const token = createToken()
  return changePerson(context, actor, userId, call, async ({ tx, user, at, record, tell }) => {
    if (user.isAdmin) throw new ProblemError('state-conflict', 'Nobody looks at the dashboard as an administrator.')
    const expiresAt = new Date(at.getTime() + viewMinutes * 60_000)
    await tx.query('identity-views-end', 'delete from identity.account_views where session_id = $1', [actor.sessionId])
    await tx.query('identity-view-create', createSql, [
      randomUUIDv7(),
      userId,
      actor.userId,
      actor.sessionId,
      reason,
      hashToken(token),
      new Date(at.getTime() + linkSeconds * 1000),
      at,
      expiresAt,
    ])
    await record('account.view-started', { after: { reason: maskEmails(reason), until: expiresAt.toISOString() } })
    await tell('account-viewed', {
      link: securityLink(context, user),
      reason,
      when: writeMoment(user, at),
      until: writeMoment(user, expiresAt),
    })
    return {
      url: `${context.dashboardUrl}/${actor.language}/view-as?token=${token}`,
      expiresAt: expiresAt.toISOString(),
    }
  })
}

/** Exchanges the token of such an address for a cookie; `token-invalid` the second time and after 60 seconds. Answers the cookies to set. */
export async function openView(context: IdentityContext, linkToken: string, call: Call): Promise<string[]> {
  return followLink(context, linkToken, call, async (linkHash) => {
    const [token, now] = [createToken(), context.now()]
    const [view] = await context.db.query('identity-view-open', openSql, [linkHash, hashToken(token), now])
    if (!view) throw new ProblemError('token-invalid', 'The link works once, within 60 seconds.')
    const seconds = Math.max(0, Math.floor((view.expiresAt.getTime() - now.getTime()) / 1000))
    return [hostCookie(context, viewCookieKey, token, seconds)]
  })
}

/** Ends the view of this browser, if there is one. Answers the cookies that clear it. */
export async function endView(context: IdentityContext, call: Call): Promise<string[]> {
  const token = readHostCookie(context, call.cookie, viewCookieKey)
  await context.db.transaction(async (tx) => {
    const [view] = await tx.query('identity-view-end', endSql, [hashToken(token)])
    if (!view) return
    await recordEvent(tx, { userId: view.operatorId }, call, context.now(), {
      scope: 'ACCOUNT',
      scopeId: view.userId,
      action: 'account.view-ended',
      asOperator: true,
    })
  })
  return [hostCookie(context, viewCookieKey, '', 0)]
}

const createSql = `insert into identity.account_views
    (id, user_id, operator_id, session_id, reason, link_hash, link_expires_at, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
const openSql = `update identity.account_views set link_hash = null, token_hash = $2
  where link_hash = $1 and link_expires_at > $3 returning expires_at as "expiresAt"`
const endSql = `delete from identity.account_views where token_hash = $1 returning user_id as "userId", operator_id as "operatorId"`
