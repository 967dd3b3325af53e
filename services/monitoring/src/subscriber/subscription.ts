import { confirmationHours, type Subscription } from '@bollard/contracts'
import type { Database, Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { hashSecret } from '../access/secret-key.ts'
import { servedHost } from '../host/host-proof.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { shownDestination } from './destination.ts'

interface Context extends Pick<MonitoringContext, 'now' | 'box'> {
  readonly db: Database
}

/** The subscription behind the link in a message. Throws `not-found` for a link of none, and one that was not confirmed in time. */
export async function readSubscription({ db, now, box }: Context, token: string): Promise<Subscription> {
  const [row] = await db.query('monitoring-subscription', findSql, [hashSecret(token), confirmableSince(now())])
  if (row === undefined) throw new ProblemError('not-found')
  return toSubscription(db, box, row)
}

/** Confirms it; repeated, it changes nothing. Throws `not-found`. */
export async function confirmSubscription(context: Context, token: string): Promise<Subscription> {
  const { db, now } = context
  const at = now()
  await db.query('monitoring-subscription-confirm', confirmSql, [hashSecret(token), confirmableSince(at), at])
  return readSubscription(context, token)
}

/** Chooses components of the page, or all of it. Throws `not-found` and `validation-failed`. */
export async function changeSubscription(
  context: Context,
  token: string,
  { componentIds, language }: Pick<Subscription, 'componentIds' | 'language'>,
): Promise<Subscription> {
  const { page } = await readSubscription(context, token)
  const known = new Set(page.components.map(({ id }) => id))
  const chosen = componentIds.map((id) => id.toLowerCase())
  const errors = chosen.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/componentIds/${index}`, code: 'unknown' }],
  )
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
  await context.db.query('monitoring-subscription-change', changeSql, [hashSecret(token), chosen, language])
  return readSubscription(context, token)
}

/** Ends it and forgets the destination. Nothing happens where there is none, so that a second click is answered like the first. */
export async function endSubscription(db: Queries, token: string): Promise<void> {
  await db.query('monitoring-subscription-end', endSql, [hashSecret(token)])
}

async function toSubscription(
  db: Queries,
  box: MonitoringContext['box'],
  row: RowOf<'monitoring-subscription'>,
): Promise<Subscription> {
  const { pageId, slug, host, name, channel, state, componentIds, language } = row
  const components = await db.query('monitoring-subscription-components', componentsSql, [pageId])
  return {
    page: { slug, host, name, components },
    channel,
    destination: shownDestination(box, row),
    state,
    componentIds: [...componentIds],
    // Only languages of the contract are ever written.
    language: language as Subscription['language'],
  }
}

function confirmableSince(at: Date): Date {
  return new Date(at.getTime() - confirmationHours * 3_600_000)
}

const isLive = `s.token_hash = $1 and (s.state <> 'PENDING' or s.created_at > $2)`
const findSql = `select s.id, s.sealed, s.key_id as "keyId", s.channel, s.state, s.component_ids as "componentIds", s.language, p.id as "pageId",
    p.slug, ${servedHost} as host, p.name
  from monitoring.subscribers s join monitoring.status_pages p on p.id = s.page_id where ${isLive}`
const componentsSql = 'select id, name from monitoring.page_components where page_id = $1 order by position'
const confirmSql = `update monitoring.subscribers s set state = 'ACTIVE', confirmed_at = $3 where ${isLive} and s.state = 'PENDING'`
const changeSql = 'update monitoring.subscribers set component_ids = $2::uuid[], language = $3 where token_hash = $1'
const endSql = 'delete from monitoring.subscribers where token_hash = $1'
