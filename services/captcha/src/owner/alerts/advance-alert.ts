import { randomUUIDv7 } from 'node:crypto'
import { type AlertChange, type AlertFacts, alertFactsSchema, type AlertKind } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import { dayMs, hourMs, minuteMs } from './delivery/alert-times.ts'
import type { Judgement } from './judgement.ts'

/** An alert that lasts. */
export interface OpenAlert {
  readonly id: string
  readonly kind: AlertKind
  readonly subject: string
  readonly facts: AlertFacts
  readonly raisedAt: Date
  readonly reminders: number
  readonly toldAt: Date
  readonly seenAt: Date
  readonly calmSince: Date | null
  /** No mail has told of it yet. */
  readonly untold: boolean
}

/** One change of an alert, to be told. */
export interface ToldChange {
  readonly eventId: string
  readonly alertId: string
  readonly siteId: number
  readonly change: AlertChange
  readonly at: Date
  readonly raisedAt: Date
  readonly facts: AlertFacts
  /** Nobody needs a mail: it went on as something else, was turned off, or nothing more is known of it. */
  readonly quiet: boolean
}

/** Puts what tells of a change on its way, in the transaction of the change. */
export type Tell = (tx: Queries, change: ToldChange) => Promise<void>

/** All must be well for so long before an alert ends. */
const calmMs: Record<AlertKind, number> = {
  ATTACK: 30 * minuteMs,
  PASS_RATE_FALLING: 60 * minuteMs,
  RESULTS_NEVER_FETCHED: 60 * minuteMs,
  USAGE: 0,
  // It begins and ends with hysteresis already.
  UNDER_ATTACK: 0,
}
/** After a day, then each week; the next step of USAGE is its reminder. What began too soon after another mail is told an hour later. */
const remindAfterMs = ({ kind, reminders, untold }: OpenAlert): number =>
  untold && kind === 'UNDER_ATTACK' ? mailEveryMs : reminders === 0 ? dayMs : 7 * dayMs
/** Attacks come and go: at most one mail of a site in this time tells of them. */
const mailEveryMs = hourMs
/** An alert of which nothing more can be known ends then. */
const forgottenMs = 7 * dayMs

export async function findOpenAlerts(db: Queries, siteIds: readonly number[]): Promise<Map<number, OpenAlert[]>> {
  const rows = await db.query(
    'captcha-alerts-open',
    `select site_id as "siteId", id, kind, subject, facts, raised_at as "raisedAt", reminders, told_at as "toldAt", seen_at as "seenAt", calm_since as "calmSince",
       not exists (select from captcha.alert_events e where e.alert_id = alerts.id and not e.quiet) as untold
     from captcha.alerts where site_id = any($1::int[]) and ended_at is null order by raised_at, id`,
    [siteIds],
  )
  const found = new Map<number, OpenAlert[]>()
  for (const { siteId, ...row } of rows)
    found.set(siteId, [...(found.get(siteId) ?? []), { ...row, facts: alertFactsSchema.parse(row.facts) }])
  return found
}

/** Raises an alert, unless it is open already, or was ever raised where it comes once. */
export async function raiseAlert(
  db: Database,
  siteId: number,
  { subject, facts }: { subject: string; facts: AlertFacts },
  at: Date,
  tell: Tell,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [raised] = await tx.query(
      'captcha-alert-raise',
      `insert into captcha.alerts (id, site_id, kind, subject, facts, raised_at, told_at, seen_at) values ($1, $2, $3, $4, $5::jsonb, $6, $6, $6)
       on conflict do nothing returning id`,
      [randomUUIDv7(), siteId, facts.kind, subject, JSON.stringify(facts), at],
    )
    if (raised !== undefined)
      await tellOnce(
        tx,
        {
          alertId: raised.id,
          siteId,
          change: 'RAISED',
          at,
          raisedAt: at,
          facts,
          quiet: await isTooSoon(tx, siteId, facts.kind, at),
        },
        0,
        tell,
      )
  })
}

/** Moves an alert that lasts on by what the figures say now. */
export async function advanceAlert(
  db: Database,
  siteId: number,
  alert: OpenAlert,
  { state, facts }: Judgement,
  at: Date,
  tell: Tell,
): Promise<void> {
  const now = at.getTime()
  if (state === 'off') {
    const calmSince = alert.calmSince ?? at
    if (now - calmSince.getTime() >= calmMs[alert.kind])
      return endAlert(db, siteId, { ...alert, facts }, at, tell, { quiet: false })
    return alert.calmSince === null ? noteState(db, alert, { calmSince, seenAt: alert.seenAt }) : undefined
  }
  if (state === 'unknown')
    return now - alert.seenAt.getTime() >= forgottenMs
      ? endAlert(db, siteId, alert, at, tell, { quiet: true })
      : undefined
  await noteState(db, alert, { calmSince: null, seenAt: at })
  const due = now - alert.toldAt.getTime() >= remindAfterMs(alert)
  if (state === 'on' && due && alert.kind !== 'USAGE') await remind(db, siteId, { ...alert, facts }, at, tell)
}

/** Ends an alert, once. */
export async function endAlert(
  db: Database,
  siteId: number,
  alert: OpenAlert,
  at: Date,
  tell: Tell,
  { quiet }: { quiet: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx.query(
      'captcha-alert-end',
      'update captcha.alerts set ended_at = $2, facts = $3::jsonb where id = $1 and ended_at is null returning id',
      [alert.id, at, JSON.stringify(alert.facts)],
    )
    if (ended.length === 1)
      await tellOnce(
        tx,
        {
          alertId: alert.id,
          siteId,
          change: 'ENDED',
          at,
          raisedAt: alert.raisedAt,
          facts: alert.facts,
          quiet: quiet || (await isTooSoon(tx, siteId, alert.kind, at)),
        },
        0,
        tell,
      )
  })
}

async function remind(db: Database, siteId: number, alert: OpenAlert, at: Date, tell: Tell): Promise<void> {
  await db.transaction(async (tx) => {
    const number = alert.reminders + 1
    const reminded = await tx.query(
      'captcha-alert-remind',
      'update captcha.alerts set reminders = $2, told_at = $3, facts = $4::jsonb where id = $1 and reminders = $2 - 1 and ended_at is null returning id',
      [alert.id, number, at, JSON.stringify(alert.facts)],
    )
    if (reminded.length === 1)
      await tellOnce(
        tx,
        {
          alertId: alert.id,
          siteId,
          change: 'REMINDER',
          at,
          raisedAt: alert.raisedAt,
          facts: alert.facts,
          quiet: false,
        },
        number,
        tell,
      )
  })
}

/** Whether a mail has told of this site's attacks so lately that another would be one too many. */
async function isTooSoon(tx: Queries, siteId: number, kind: AlertKind, at: Date): Promise<boolean> {
  if (kind !== 'UNDER_ATTACK') return false
  const told = await tx.query(
    'captcha-alert-mailed',
    `select from captcha.alert_events e join captcha.alerts a on a.id = e.alert_id
     where e.site_id = $1 and a.kind = $2 and not e.quiet and e.at > $3 limit 1`,
    [siteId, kind, new Date(at.getTime() - mailEveryMs)],
  )
  return told.length > 0
}

async function noteState(
  db: Database,
  alert: OpenAlert,
  { calmSince, seenAt }: { calmSince: Date | null; seenAt: Date },
): Promise<void> {
  await db.query(
    'captcha-alert-note',
    'update captcha.alerts set calm_since = $2, seen_at = $3 where id = $1 and ended_at is null',
    [alert.id, calmSince, seenAt],
  )
}

/** The key of the table lets each change in once, whoever writes it. */
async function tellOnce(tx: Queries, change: Omit<ToldChange, 'eventId'>, number: number, tell: Tell): Promise<void> {
  const [event] = await tx.query(
    'captcha-alert-event',
    `insert into captcha.alert_events (id, alert_id, site_id, change, number, at, facts, quiet) values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8)
     on conflict (alert_id, change, number) do nothing returning id`,
    [
      randomUUIDv7(),
      change.alertId,
      change.siteId,
      change.change,
      number,
      change.at,
      JSON.stringify(change.facts),
      change.quiet,
    ],
  )
  if (event !== undefined) await tell(tx, { ...change, eventId: event.id })
}
