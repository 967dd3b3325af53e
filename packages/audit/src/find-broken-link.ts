import type { Queries } from '@bollard/database'
import { mayEnd, signerOf, voucherOf } from './audit-key.ts'
import type { AuditScope } from './record-audit.ts'

/** Entries that one statement looks at: a small part of the time that a statement may take. */
const atOnce = 2_000
/** What the first entry of every chain stands on. */
const beginning = '00'

/**
 * Whether every entry of a scope is there, as it was written, and signed with a key of this installation, and the last one, or a voucher
 * for it, with the current key. Answers the number of the first one that is not; null when all are. Entries that the end lost show as
 * well, since the head remembers the last number.
 */
export async function findBrokenLink(
  db: Queries,
  scope: AuditScope,
  scopeId: string,
  now = new Date(),
): Promise<number | null> {
  let [number, hash, signer] = [0, beginning, 0]
  const id = scopeId.toLowerCase()
  for (;;) {
    const [row] = await db.query('audit-links', linksSql, [scope, id, number, atOnce])
    if (row === undefined) throw new Error('A statement without a table gave no row')
    for (const link of row.links) {
      signer = signerOf(Buffer.from(link.digest, 'hex'), Buffer.from(link.hash, 'hex'))
      const isWhole = link.number === number + 1 && link.previous === hash && signer >= 0
      if (!isWhole) return link.number
      ;[number, hash] = [link.number, link.hash]
    }
    if (row.links.length === atOnce) continue
    // The end of the chain, at this moment.
    const headNumber = row.headNumber === null ? null : Number(row.headNumber)
    const isAtHead = headNumber === null ? number === 0 : headNumber === number && row.headHash === hash
    if (!isAtHead) return number + (headNumber === number ? 0 : 1)
    if (number === 0 || mayEnd(signer, now)) return null
    const end = { scope, scopeId: id, number, hash: Buffer.from(hash, 'hex') }
    const voucher = row.voucher === null ? -1 : voucherOf(end, Buffer.from(row.voucher, 'hex'))
    return voucher >= 0 && mayEnd(voucher, now) ? null : number
  }
}

const linksSql = `select coalesce((select json_agg(json_build_object('number', number, 'hash', encode(hash, 'hex'),
      'previous', encode(previous_hash, 'hex'), 'digest', encode(digest, 'hex')) order by number) from (
      select e.number, e.hash, e.previous_hash, audit.digest_of(e.previous_hash, e) as digest from audit.entries e
        where e.scope = $1 and e.scope_id = $2 and e.number > $3 order by e.number limit $4
    ) stretch), '[]') as links,
    (select number from audit.heads where scope = $1 and scope_id = $2)::text as "headNumber",
    (select encode(hash, 'hex') from audit.heads where scope = $1 and scope_id = $2) as "headHash",
    (select encode(signature, 'hex') from audit.vouchers where scope = $1 and scope_id = $2) as voucher`
