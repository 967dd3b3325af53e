/** How long a session lives without being used, and at most. */
export const sessionIdleSeconds = 7 * 86_400
export const sessionAbsoluteSeconds = 30 * 86_400
/** The same for administrators of the deployment. */
const adminIdleSeconds = 30 * 60
const adminAbsoluteSeconds = 12 * 3600

/**
 * SQL that holds for living sessions, in a statement over `sessions` and `users` whose first values are those of
 * `livingAt`: `$1` the time, `$2` the earliest beginning, `$3` the earliest last use by an administrator and `$4` the earliest
 * beginning of a session of one.
 */
export const isLiving = `sessions.expires_at > $1 and sessions.created_at > $2
  and (not users.is_admin or (sessions.last_active_at > $3 and sessions.created_at > $4))`

export function livingAt(now: Date): [Date, Date, Date, Date] {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  return [now, before(sessionAbsoluteSeconds), before(adminIdleSeconds), before(adminAbsoluteSeconds)]
}

/** When a session ends that is used at `now`. */
export function sessionEnd(session: { isAdmin: boolean; createdAt: Date }, now: Date): Date {
  const [idle, absolute] = session.isAdmin
    ? [adminIdleSeconds, adminAbsoluteSeconds]
    : [sessionIdleSeconds, sessionAbsoluteSeconds]
  return new Date(Math.min(now.getTime() + idle * 1000, session.createdAt.getTime() + absolute * 1000))
}
