import type { Database } from '@bollard/database'
import { mayEnd, signerOf, vouch, voucherOf } from './audit-key.ts'

const atOnce = 500

/** How chains stand after a change of the key. */
export interface Vouched {
  /** Chains that end under a key from before, for which this run vouched. */
  readonly vouched: number
  /** Chains whose end no key in force has signed: they were changed, or their key is missing. They stay reported as broken. */
  readonly refused: number
}

/**
 * Vouches under the current key for the chains that end under another one which may still end chains. A chain itself is not walked
 * through: a voucher says how it ends, and `findBrokenLink` still looks at each entry. Runs as the owner of the tables. Safe to repeat,
 * and where it was killed the next run goes on.
 */
export async function vouchForEnds(db: Database, now: Date): Promise<Vouched> {
  let [vouched, refused] = [0, 0]
  let [scope, scopeId] = ['', '']
  for (;;) {
    const ends = await db.query('audit-ends', endsSql, [scope, scopeId, atOnce])
    for (const { voucher, digest, ...row } of ends) {
      const end = { ...row, number: Number(row.number) }
      const places = [signerOf(digest, end.hash), ...(voucher ? [voucherOf(end, voucher)] : [])]
      if (!places.includes(0)) {
        if (places.some((place) => place > 0 && mayEnd(place, now))) {
          await db.query('audit-vouch', vouchSql, [end.scope, end.scopeId, vouch(end)])
          vouched += 1
        } else refused += 1
      }
      ;[scope, scopeId] = [end.scope, end.scopeId]
    }
    if (ends.length < atOnce) return { vouched, refused }
  }
}

const endsSql = `select e.scope, e.scope_id as "scopeId", e.number::text, e.hash, audit.digest_of(e.previous_hash, e) as digest, v.signature as voucher
  from audit.heads h join audit.entries e using (scope, scope_id, number) left join audit.vouchers v using (scope, scope_id)
  where h.keyed and (h.scope, h.scope_id) > ($1, $2) order by h.scope, h.scope_id limit $3`
const vouchSql = `insert into audit.vouchers (scope, scope_id, signature) values ($1, $2, $3)
  on conflict (scope, scope_id) do update set signature = excluded.signature`
