import type { Queries } from '@bollard/database'
import { randomBytes } from 'node:crypto'
import { isSealedWith, openAccount, sealAccount } from './seal-account.ts'

const atOnce = 500

/**
 * Seals accounts for payouts that a key from before protects with the first one of `keys`. Runs as the owner of the table. Safe to repeat
 * and beside calls; where it was killed the next run goes on. `lost`: rows that none of the keys opens.
 */
export async function resealAccounts(
  db: Queries,
  keys: readonly [Buffer, ...Buffer[]],
): Promise<{ resealed: number; lost: number }> {
  const done = { resealed: 0, lost: 0 }
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await db.query('organization-accounts-sealed', rowsSql, [after, atOnce])
    for (const { id, sealed } of rows) {
      after = id
      if (isSealedWith(keys[0], id, sealed)) continue
      if (!keys.some((key) => isSealedWith(key, id, sealed))) done.lost += 1
      else {
        const anew = sealAccount(keys, id, openAccount(keys, id, sealed), randomBytes)
        await db.query('organization-account-reseal', resealSql, [id, anew, sealed])
        done.resealed += 1
      }
    }
    if (rows.length < atOnce) return done
  }
}

const rowsSql = `select organization_id as id, sealed from solution.payout_accounts where organization_id > $1
  order by organization_id limit $2`
/** Not where somebody has entered another account meanwhile. */
const resealSql = 'update solution.payout_accounts set sealed = $2 where organization_id = $1 and sealed = $3'
