import type { Database, Queries } from '@bollard/database'
import { sign } from './audit-key.ts'

const atOnce = 500

/**
 * Gives chains from before there was a key their keyed hashes: once, when the first version that has one starts. Runs as the owner of
 * the tables, who alone can. Answers how many chains it sealed, and which were broken already: those stay broken.
 */
export async function sealChains(db: Database): Promise<{ sealed: number; broken: readonly string[] }> {
  let sealed = 0
  const broken: string[] = []
  for (;;) {
    const heads = await db.query(
      'audit-unsealed',
      `select scope, scope_id as "scopeId" from audit.heads where not keyed order by scope, scope_id limit $1`,
      [atOnce],
    )
    for (const head of heads) {
      const isWhole = await db.transaction((tx) => sealChain(tx, head), { statementTimeoutMs: 60_000 })
      if (!isWhole) broken.push(`${head.scope} ${head.scopeId}`)
      sealed += 1
    }
    if (heads.length < atOnce) return { sealed, broken }
  }
}

interface Head {
  readonly scope: string
  readonly scopeId: string
}

async function sealChain(tx: Queries, { scope, scopeId }: Head): Promise<boolean> {
  await tx.query('audit-seal-open', 'alter table audit.entries disable trigger entries_stay')
  let number = '0'
  let former: Buffer = Buffer.from([0])
  let hash: Buffer = Buffer.from([0])
  let isWhole = true
  for (;;) {
    const [entry] = await tx.query('audit-seal-next', nextSql, [scope, scopeId, number, former, hash])
    if (entry === undefined) break
    isWhole &&= entry.former.equals(entry.shouldBe)
    // What was forged before there was a key must not become true by it.
    const signed = isWhole ? sign(entry.digest) : Buffer.alloc(32)
    await tx.query('audit-seal-entry', sealSql, [scope, scopeId, entry.number, hash, signed])
    ;[number, former, hash] = [entry.number, entry.former, signed]
  }
  await tx.query('audit-seal-close', 'alter table audit.entries enable trigger entries_stay')
  const [head] = await tx.query('audit-seal-head', headSql, [scope, scopeId, number, former, hash])
  return isWhole && head?.isWhole === true
}

/** The hash as it was before, what it should have been, and what the new one is made of. */
const nextSql = `select number::text, hash as former, audit.digest_of($4::bytea, e) as "shouldBe", audit.digest_of($5::bytea, e) as digest
  from audit.entries e where scope = $1 and scope_id = $2 and number > $3 order by number limit 1`
const sealSql = `update audit.entries set previous_hash = $4, hash = $5 where scope = $1 and scope_id = $2 and number = $3`
/** A head that tells of entries which are gone keeps telling of them. */
const headSql = `update audit.heads set keyed = true, hash = case when number = $3::bigint and hash = $4 then $5::bytea else hash end
  where scope = $1 and scope_id = $2 returning number = $3::bigint as "isWhole"`
