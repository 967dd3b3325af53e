import { ProblemError } from '@bollard/http'
import { touchSite } from '../store/sites.ts'
import type { KeyPorts } from './key-ports.ts'

/** Ends a key for good; one that was revoked already keeps the time of then. */
export async function revokeApiKey({ db, now }: KeyPorts, siteId: number, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx.query(
      'captcha-api-key-revoke',
      `update captcha.api_keys set revoked_at = coalesce(revoked_at, $3), version = version + 1 where site_id = $1 and public_id = $2 returning id`,
      [siteId, id, new Date(now())],
    )
    if (rows.length === 0) throw new ProblemError('not-found')
    await touchSite(tx, siteId)
  })
}
