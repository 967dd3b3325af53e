/** How long a session lives without being used, and at most. */
export const sessionIdleSeconds = 7 * 86_400
export const sessionAbsoluteSeconds = 30 * 86_400
/** Without being used, for administrators of the deployment. */
export const adminIdleSeconds = 12 * 3600

/**
 * SQL that holds for living sessions, in a statement over `sessions` and `users` whose first values are those of
 * `livingAt`: `$1` the time, `$2` the earliest beginning, `$3` the earliest last use by an administrator.
 */
export const isLiving = `sessions.expires_at > $1 AND sessions.created_at > $2 AND (NOT users.is_admin OR sessions.last_active_at > $3)`

export function livingAt(now: Date): [Date, Date, Date] {
  return [now, new Date(now.getTime() - sessionAbsoluteSeconds * 1000), new Date(now.getTime() - adminIdleSeconds * 1000)]
}

/** When a session ends that is used at `now`. */
export function sessionEnd(session: { isAdmin: boolean; createdAt: Date }, now: Date): Date {
  const idleSeconds = session.isAdmin ? adminIdleSeconds : sessionIdleSeconds
  return new Date(Math.min(now.getTime() + idleSeconds * 1000, session.createdAt.getTime() + sessionAbsoluteSeconds * 1000))
}
