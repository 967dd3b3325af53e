import { describeUserAgent } from '@bollard/bot-score'
import type { Session } from '@bollard/contracts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from './actor.ts'
import { isLiving, livingAt, sessionEnd } from './lifetime.ts'

interface SessionRow {
  readonly id: string
  readonly userAgent: string | null
  readonly network: string | null
  readonly createdAt: Date
  readonly lastActiveAt: Date
  readonly expiresAt: Date
  readonly ofAdmin: boolean
}

/** Where a person is signed in: this browser first, then as they were last used. */
export async function listSessions({ db, now }: IdentityContext, actor: Actor): Promise<{ items: Session[] }> {
  const rows = await db.query('identity-sessions', listSql, [...livingAt(now()), actor.userId, actor.sessionId])
  return { items: rows.map((row) => ({ ...asSession(row), current: row.id === actor.sessionId })) }
}

/** The same for operators, with what the browsers call themselves. */
export async function listSessionsOf(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  userId: string,
): Promise<(Omit<Session, 'current'> & { userAgent: string | null })[]> {
  const rows = await db.query('identity-sessions', listSql, [...livingAt(now()), userId, null])
  return rows.map((row) => ({ ...asSession(row), userAgent: row.userAgent }))
}

function asSession({
  userAgent,
  createdAt,
  lastActiveAt,
  expiresAt,
  ofAdmin,
  ...rest
}: SessionRow): Omit<Session, 'current'> {
  const { browser, operatingSystem } = describeUserAgent(userAgent ?? '')
  // Also for sessions from before somebody became an administrator.
  const end = ofAdmin
    ? Math.min(expiresAt.getTime(), sessionEnd({ isAdmin: true, createdAt }, lastActiveAt).getTime())
    : expiresAt.getTime()
  return {
    ...rest,
    browser: browser === 'Unknown' ? null : browser,
    operatingSystem: operatingSystem === 'Unknown' ? null : operatingSystem,
    createdAt: createdAt.toISOString(),
    lastActiveAt: lastActiveAt.toISOString(),
    expiresAt: new Date(end).toISOString(),
  }
}

const listSql = `select sessions.id, sessions.user_agent as "userAgent", sessions.network, sessions.created_at as "createdAt",
    sessions.last_active_at as "lastActiveAt", sessions.expires_at as "expiresAt",
    users.is_admin as "ofAdmin"
  from identity.sessions join identity.users on users.id = sessions.user_id
  where sessions.user_id = $5 and ${isLiving} order by sessions.id = $6 desc, sessions.last_active_at desc, sessions.id desc limit 200`
