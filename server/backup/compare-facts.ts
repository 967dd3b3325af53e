import { findBrokenLink, useAuditKey, vouchForEnds } from '@bollard/audit'
import type { Facts, Manifest, Session } from '@bollard/backup'
import { type Database, openDatabase } from '@bollard/database'
import type { EncryptionKeys } from '../supervise/keep-secrets.ts'
import { otherKeysOf } from '../supervise/key-ring.ts'
import { keyTables, measureFacts } from './measure-facts.ts'

export interface Comparison {
  readonly connectionString: string
  readonly manifest: Manifest
  /** `at-point`: exactly what the backup was; `later`: that, and what was written since, in a database that is to be used. */
  readonly kind: 'at-point' | 'later'
  /** Null where the secrets are missing: then nobody can say whether the audit log is as it was written. */
  readonly keys: EncryptionKeys | null
  readonly say: (line: string) => void
}

/**
 * Compares a restored database with the backup's manifest, and walks through every chain of its audit log, as of the moment that it was
 * restored to. Where the encryption key has changed since, the current one vouches for how the chains of a database end that is to be
 * used: nobody else knows that they may. Answers what is wrong.
 */
export async function compareFacts(options: Comparison): Promise<string[]> {
  const { connectionString, manifest, kind, keys, say } = options
  const db = openDatabase({ connectionString, max: 1, statementTimeoutMs: statementMsMax })
  try {
    const session = await db.pool.connect()
    const facts = await measureFacts(session).finally(() => session.release())
    const faults = compareCounts(manifest.facts, facts, kind)
    for (const { name } of keyTables) say(`  ${name}: ${facts.counts[name]} rows`)
    const lost = await countLost(db.pool, manifest.facts.before.heads)
    if (lost > 0) faults.push(`The newest entry of ${lost} audit logs is missing or different.`)
    if (keys === null) say('The audit log was not verified: the secrets are missing.')
    else {
      useAuditKey(keys.encryptionKey, otherKeysOf(keys))
      const at = await momentOf(db.pool, manifest)
      const broken = await findBroken(db, facts.heads, at)
      faults.push(...broken)
      if (broken.length === 0) say(`All ${facts.heads.length} audit logs are as they were written.`)
      else faults.push('Were the secrets saved before the encryption key was changed? Use those from after it.')
      if (broken.length === 0 && kind === 'later') {
        const { vouched } = await vouchForEnds(db, at)
        if (vouched > 0) say(`The encryption key of now vouches for ${vouched} that end under one from before.`)
      }
    }
    return faults
  } finally {
    await db.close()
  }
}

/** Pure: what `found` lacks, or has too much. */
export function compareCounts({ before, after }: Manifest['facts'], found: Facts, kind: Comparison['kind']): string[] {
  const faults: string[] = []
  const growing = new Set<string>(keyTables.flatMap(({ name, grows }) => (grows ? [name] : [])))
  const compare = (what: string, [one, other, is]: readonly [bigint, bigint, bigint], grows: boolean) => {
    const [least, most] = one < other ? [one, other] : [other, one]
    if (kind === 'at-point' && (is < least || is > most))
      faults.push(`${what}: ${is}, and the backup had ${least === most ? least : `${least} to ${most}`}.`)
    else if (kind === 'later' && grows && is < one) faults.push(`${what}: ${is}, and the backup had ${one} already.`)
    else if (kind === 'later' && one > 0n && is === 0n) faults.push(`${what}: nothing, and the backup had ${one}.`)
  }
  for (const [name, n] of Object.entries(before.counts))
    compare(
      `Rows of ${name}`,
      [BigInt(n), BigInt(after.counts[name] ?? 0), BigInt(found.counts[name] ?? 0)],
      growing.has(name),
    )
  for (const [name, sum] of Object.entries(before.rollups))
    compare(
      `Roll-ups, ${name}`,
      [BigInt(sum), BigInt(after.rollups[name] ?? 0), BigInt(found.rollups[name] ?? 0)],
      false,
    )
  return faults
}

/** Chains of the backup whose newest entry isn't there as it was. Entries are never deleted. */
async function countLost(client: Session, heads: Facts['heads']): Promise<number> {
  const { rows } = await client.query<{ lost: number }>(
    `select count(*)::int as lost from unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) as h(scope, scope_id, number, hash)
     where not exists (select from audit.entries e where e.scope = h.scope and e.scope_id = h.scope_id and e.number = h.number and encode(e.hash, 'hex') = h.hash)`,
    [0, 1, 2, 3].map((index) => heads.map((head) => head[index])),
  )
  return rows[0]?.lost ?? 0
}

const namedMax = 5
/** Counting a large table takes long. */
const statementMsMax = 3_600_000

/** Of the last change that was restored; it stands in the log, which nobody without the key of the backups can write. */
async function momentOf(client: Session, { point }: Manifest): Promise<Date> {
  const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
  const at = rows[0]?.at ?? point.at
  return at > point.at ? at : point.at
}

async function findBroken(db: Database, heads: Facts['heads'], at: Date): Promise<string[]> {
  const broken: string[] = []
  for (const [scope, scopeId] of heads) {
    if (scope !== 'SOLUTION' && scope !== 'ORGANIZATION' && scope !== 'ACCOUNT' && scope !== 'SYSTEM') continue
    const number = await findBrokenLink(db, scope, scopeId, at)
    if (number !== null) broken.push(`The audit log of ${scope} ${scopeId} is broken at entry ${number}.`)
  }
  const more = broken.length - namedMax
  return more > 0 ? [...broken.slice(0, namedMax), `${more} more audit logs are broken.`] : broken
}
