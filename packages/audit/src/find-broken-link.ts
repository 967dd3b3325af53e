import type { Queries } from '@bollard/database'
import { sign } from './audit-key.ts'
import type { AuditScope } from './record-audit.ts'

/** Entries that one statement looks at: a small part of the time that a statement may take. */
const atOnce = 2_000
/** What the first entry of every chain stands on. */
const beginning = '00'

/**
 * Whether every entry of a scope is there, as it was written, and signed with the key of this installation. Answers the number of the
 * first one that is not; null when all are. Entries that the end lost show as well, since the head remembers the last number.
 */
export async function findBrokenLink(db: Queries, scope: AuditScope, scopeId: string): Promise<number | null> {
  let [number, hash] = [0, beginning]
  for (;;) {
    const [row] = await db.query('audit-links', linksSql, [scope, scopeId.toLowerCase(), number, atOnce])
    if (row === undefined) throw new Error('A statement without a table gave no row')
    for (const link of row.links) {
      const isWhole =
        link.number === number + 1 &&
        link.previous === hash &&
        link.hash === sign(Buffer.from(link.digest, 'hex')).toString('hex')
      if (!isWhole) return link.number
      ;[number, hash] = [link.number, link.hash]
    }
    if (row.links.length === atOnce) continue
    // The end of the chain, at this moment.
    const headNumber = row.headNumber === null ? null : Number(row.headNumber)
    if (headNumber === null ? number === 0 : headNumber === number && row.headHash === hash) return null
    return number + (headNumber === number ? 0 : 1)
  }
}

const linksSql = `select coalesce((select json_agg(json_build_object('number', number, 'hash', encode(hash, 'hex'),
      'previous', encode(previous_hash, 'hex'), 'digest', encode(digest, 'hex')) order by number) from (
      select e.number, e.hash, e.previous_hash, audit.digest_of(e.previous_hash, e) as digest from audit.entries e
        where e.scope = $1 and e.scope_id = $2 and e.number > $3 order by e.number limit $4
    ) stretch), '[]') as links,
    (select number from audit.heads where scope = $1 and scope_id = $2)::text as "headNumber",
    (select encode(hash, 'hex') from audit.heads where scope = $1 and scope_id = $2) as "headHash"`
