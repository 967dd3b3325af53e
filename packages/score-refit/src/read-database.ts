import { Client } from 'pg'
import type { Labelled } from './labelled.ts'
import { RefitFault } from './refit-fault.ts'

/** A round that was scored with the product's weights and with those on trial, as often as it happened. */
export interface Scored {
  readonly codes: readonly string[]
  readonly round: number
  readonly score: number
  readonly shadowScore: number
  readonly threshold: number
  readonly label: 'PERSON' | 'BOT' | null
  readonly n: number
}

/** Labelled verifications of the log, and the counts that are left of those before it. Reads codes and labels and nothing else. */
export async function readLabelledFrom(url: string): Promise<Labelled[]> {
  const rows = await ask<{ reasons: string; kept: boolean; label: number; n: number }>(
    url,
    `select v.reasons, false as kept, f.label, count(*)::float8 as n
     from captcha.feedback f join captcha.verifications v on v.id = f.verification_id and v.issued_at = f.issued_at
     where v.outcome < 3 group by 1, 2, 3
     union all select codes, true, label, n::float8 from captcha.labelled_evidence`,
    [],
  )
  const byKey = new Map<string, Labelled>()
  for (const { reasons, kept, label, n } of rows) {
    const codes = (kept ? words(reasons) : codesOf(reasons)).toSorted()
    const key = `${label} ${codes.join(' ')}`
    byKey.set(key, { codes, label: labelOf(label), n: n + (byKey.get(key)?.n ?? 0) })
  }
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, labelled]) => labelled)
}

/** Rounds of the last days that have both scores. */
export async function readScored(url: string, days: number): Promise<Scored[]> {
  const rows = await ask<{
    reasons: string
    round: number
    score: number
    shadow_score: number
    threshold: number
    label: number | null
    n: number
  }>(
    url,
    `select v.reasons, v.round, v.score, v.shadow_score, coalesce((s.settings ->> 'threshold')::float8, 0.5) as threshold, f.label, count(*)::float8 as n
     from captcha.verifications v join captcha.sites s on s.id = v.site_id
     left join captcha.feedback f on f.verification_id = v.id and f.issued_at = v.issued_at
     where v.issued_at > now() - make_interval(days => $1) and v.shadow_score is not null group by 1, 2, 3, 4, 5, 6`,
    [days],
  )
  return rows.map(({ reasons, round, score, shadow_score: shadowScore, threshold, label, n }) => {
    return {
      codes: codesOf(reasons),
      round,
      score,
      shadowScore,
      threshold,
      label: label === null ? null : labelOf(label),
      n,
    }
  })
}

/** A connection of its own, without the time limits of a request: this reads whole weeks. */
async function ask<Row extends object>(url: string, text: string, values: readonly unknown[]): Promise<Row[]> {
  const client = new Client({
    connectionString: url,
    application_name: 'bollard score-refit',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('set default_transaction_read_only = on')
    return (await client.query<Row>(text, [...values])).rows
  } catch (error) {
    throw new RefitFault(`The database did not answer: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

/** Reasons are stored as "code weight code weight". */
function codesOf(reasons: string): string[] {
  return words(reasons).filter((_, index) => index % 2 === 0)
}

function labelOf(label: number): 'PERSON' | 'BOT' {
  return label === 1 ? 'BOT' : 'PERSON'
}
