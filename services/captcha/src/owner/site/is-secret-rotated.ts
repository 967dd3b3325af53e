import type { Queries } from '@bollard/database'

/**
 * Whether no key that could take results at a moment works any more, and another one does: then a leak from before has ended.
 * Keys that work on until their replacement is installed count as working.
 */
export async function isSecretRotated(
  { db, now }: { db: Queries; now: () => Date },
  solutionId: string,
  since: Date,
): Promise<boolean> {
  const [row] = await db.query('captcha-secret-rotated', statement, [solutionId, since, now()])
  return row?.rotated ?? false
}

const statement = `select bool_and(k.created_at > $2) as rotated
  from captcha.api_keys k join captcha.sites s on s.id = k.site_id
  where s.solution_id = $1 and 'verify' = any(k.scopes) and k.revoked_at is null and (k.expires_at is null or k.expires_at > $3)`
