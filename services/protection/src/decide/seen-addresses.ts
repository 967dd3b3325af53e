import type { seenAddressSchema } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import { createAddressReader, plainAddress } from '@bollard/http'
import type { SecretBox } from '@bollard/webhooks'
import type { z } from 'zod'
import { writeSoon } from '../record/write-soon.ts'

export type SeenAddress = z.infer<typeof seenAddressSchema>

export interface SeenAddresses {
  readonly add: (solutionId: string, seen: SeenAddress) => void
  /** Those of all processes, newest first. */
  readonly list: (db: Queries, solutionId: string, at: Date) => Promise<SeenAddress[]>
  /** Tells the other processes what is new here. Never rejects: it is told again with the next request. */
  readonly flush: () => Promise<void>
}

interface SeenOptions {
  readonly db: Database
  readonly box: SecretBox
  readonly now: () => Date
  readonly newId: () => string
  readonly onError: (error: unknown) => void
}

interface SeenOfSite {
  readonly kept: readonly SeenAddress[]
  /** When the others were told, in milliseconds since 1970; the first request of a while is told at once. */
  toldAt: number
  isTold: boolean
}

const keptMs = 3_600_000
const keptMax = 20
const sitesMax = 1_000
const flushMs = 1_000
/** For one site between two writes: its page shows what is normal, not every request. */
const toldEveryMs = 10_000
/** In one write. */
const sitesAtOnce = 100

/** Of this process in memory; the others are told sealed, in one row for each site that is replaced and kept for an hour. */
export function createSeenAddresses({ db, box, now, newId, onError }: SeenOptions): SeenAddresses {
  const bySite = new Map<string, SeenOfSite>()
  const processId = newId()
  const { soon, flush } = writeSoon(write, flushMs)
  async function write(): Promise<void> {
    const at = now()
    const untold = [...bySite].filter(([, { isTold }]) => !isTold)
    const due = untold.filter(([, { toldAt }]) => at.getTime() - toldAt >= toldEveryMs).slice(0, sitesAtOnce)
    if (due.length < untold.length) soon()
    if (due.length === 0) return
    const rows = due.map(([solutionId, site]) => {
      site.toldAt = at.getTime()
      site.isTold = true
      const { bytes, keyId } = box.seal(JSON.stringify(site.kept), ownerOf(solutionId, processId))
      return { solutionId, bytes, keyId }
    })
    try {
      await db.query('protection-seen-tell', tellSql, [
        rows.map(({ solutionId }) => solutionId),
        processId,
        at,
        rows.map(({ bytes }) => bytes),
        rows.map(({ keyId }) => keyId),
      ])
    } catch (error) {
      onError(error)
    }
  }
  return {
    flush,
    add(solutionId, seen) {
      const before = bySite.get(solutionId)
      bySite.delete(solutionId)
      const kept = [seen, ...(before?.kept ?? [])].slice(0, keptMax)
      bySite.set(solutionId, { kept, toldAt: before?.toldAt ?? 0, isTold: false })
      if (bySite.size > sitesMax) for (const oldest of bySite.keys()) if (bySite.delete(oldest)) break
      soon()
    },
    async list(asked, solutionId, at) {
      const rows = await asked.query('protection-seen-list', listSql, [
        solutionId,
        processId,
        new Date(at.getTime() - keptMs),
      ])
      const others = rows.flatMap(({ process: other, sealed, keyId }) => {
        const text = box.open({ bytes: sealed, keyId }, ownerOf(solutionId, other))
        // A process of ours has sealed it, and nobody else can; what a former key sealed is gone within the hour.
        return text === null ? [] : (JSON.parse(text) as SeenAddress[])
      })
      return [...(bySite.get(solutionId)?.kept ?? []), ...others]
        .filter((seen) => at.getTime() - Date.parse(seen.at) < keptMs)
        .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
        .slice(0, keptMax)
    },
  }
}

/** Deletes what is older than is shown. */
export async function sweepSeenAddresses(db: Queries, now: Date): Promise<void> {
  await db.query('protection-seen-sweep', sweepSql, [new Date(now.getTime() - keptMs)])
}

/** A row opens as nothing but that of its site and process. */
function ownerOf(solutionId: string, process: string): string {
  return `seen ${solutionId} ${process}`
}

// A site may have been erased since.
const tellSql = `insert into protection.seen_addresses (solution_id, process, at, sealed, key_id)
  select n.solution_id, $2::uuid, $3, n.sealed, n.key_id from unnest($1::uuid[], $4::bytea[], $5::int[]) as n (solution_id, sealed, key_id)
    join protection.spaces s on s.solution_id = n.solution_id
  order by n.solution_id
  on conflict (solution_id, process) do update set at = excluded.at, sealed = excluded.sealed, key_id = excluded.key_id`
const listSql = `select process, sealed, key_id as "keyId" from protection.seen_addresses
  where solution_id = $1 and process <> $2 and at > $3 order by at desc limit 50`
const sweepSql = 'delete from protection.seen_addresses where at < $1'

/**
 * Whom a chain of `X-Forwarded-For` is from, past the declared proxies. The proxy that asks, at `peer`, has shown its key and is believed; it
 * may stand in the chain itself, since whatever stands before us adds it. Null where nobody is named.
 */
export function visitorOf(
  forwardedFor: string | null,
  peer: string,
  trustedProxies: readonly string[],
): { readonly visitor: string | null; readonly undeclared: string | null } {
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '')
  if (plainAddress(hops.at(-1) ?? '') === plainAddress(peer)) hops.pop()
  const last = hops.pop()
  if (last === undefined) return { visitor: null, undeclared: null }
  const visitor = createAddressReader(trustedProxies)(last, hops.length === 0 ? undefined : hops.join(', '))
  if (visitor === '') return { visitor: null, undeclared: null }
  const isFirst = [...hops, last][0] === visitor
  return { visitor, undeclared: isFirst ? null : visitor }
}
