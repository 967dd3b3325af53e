import { changeModeMinutes, type OperatorSession } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { recordAudit } from '../users/audit.ts'
import { endedOperatorCookie } from '../operating/cookie.ts'
import { describeSession } from '../operating/describe.ts'

type UseContext = Pick<IdentityContext, 'db' | 'now' | 'secure'>

/** How often its use is written down. */
const writeEveryMs = 60_000

/** The session of the admin site that the call came with. Asking for it keeps it alive. */
export async function getOperatorSession({ db, now }: UseContext, { sessionId }: Actor): Promise<OperatorSession> {
  const time = now()
  const written = new Date(time.getTime() - writeEveryMs)
  await db.query('identity-operator-active', activeSql, [sessionId, time, written])
  const [row] = await db.query('identity-operator-session', selectSql, [sessionId])
  return describeSession(present(row), time)
}

/** Ends it: a copy of its cookie is worthless from now on. Answers the cookies to set. */
export async function endOperatorSession(context: UseContext, actor: Actor, call: Call): Promise<string[]> {
  await context.db.transaction(async (tx) => {
    const [ended] = await tx.query('identity-operator-end', endSql, [actor.sessionId])
    present(ended)
    await record(tx, actor, call, context.now(), { action: 'operator-session.ended' })
  })
  return [endedOperatorCookie(context)]
}

/** Lets the operator change things for half an hour. What they do then carries the reason and the ticket. */
export async function startChangeMode(
  { db, now }: UseContext,
  actor: Actor,
  { reason, ticket }: { readonly reason: string; readonly ticket?: string | undefined },
  call: Call,
): Promise<OperatorSession> {
  const time = now()
  const until = new Date(time.getTime() + changeModeMinutes * 60_000)
  return db.transaction(async (tx) => {
    const [row] = await tx.query('identity-operator-change', changeSql, [
      actor.sessionId,
      until,
      reason,
      ticket ?? null,
    ])
    const session = describeSession(present(row), time)
    await record(tx, actor, call, time, {
      action: 'change-mode.started',
      after: { reason, ...(ticket === undefined ? {} : { ticket }), until: until.toISOString() },
    })
    return session
  })
}

/** From now on the operator only reads. */
export async function endChangeMode({ db, now }: UseContext, actor: Actor, call: Call): Promise<OperatorSession> {
  const time = now()
  return db.transaction(async (tx) => {
    const [before] = await tx.query('identity-operator-lock', `${selectSql} for update`, [actor.sessionId])
    const wasOn = describeSession(present(before), time).changeMode !== null
    const [row] = await tx.query('identity-operator-change', changeSql, [actor.sessionId, null, null, null])
    if (wasOn) await record(tx, actor, call, time, { action: 'change-mode.ended' })
    return describeSession(present(row), time)
  })
}

/** The gate has seen it, but it may have ended in the moment since. */
function present(row: RowOf<'identity-operator-session'> | undefined): RowOf<'identity-operator-session'> {
  if (row === undefined) throw new ProblemError('operator-session-needed')
  return row
}

function record(
  tx: Queries,
  { userId, sessionId }: Actor,
  call: Call,
  at: Date,
  event: {
    readonly action: 'operator-session.ended' | 'change-mode.started' | 'change-mode.ended'
    readonly after?: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  return recordAudit(tx, call, at, { ...event, userId, target: { kind: 'session', id: sessionId } })
}

const columns = `opened_at as "openedAt", change_until as "changeUntil", change_reason as "changeReason", change_ticket as "changeTicket"`
const selectSql = `select ${columns} from identity.operator_sessions where session_id = $1`
const activeSql =
  'update identity.operator_sessions set last_active_at = $2 where session_id = $1 and last_active_at < $3'
const endSql = `delete from identity.operator_sessions where session_id = $1 returning ${columns}`
const changeSql = `update identity.operator_sessions set change_until = $2, change_reason = $3, change_ticket = $4
  where session_id = $1 returning ${columns}`
