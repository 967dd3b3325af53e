import type { ApiKeyGrant } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { hashSecret, isSecretKey } from './secret-key.ts'

/** Whose key it is that works at a moment; null for every other. Notes at most once a minute that it was used. */
export async function findKey(db: Queries, secretKey: string, at: Date): Promise<ApiKeyGrant | null> {
  if (!isSecretKey(secretKey)) return null
  const [key] = await db.query('monitoring-key-find', findSql, [hashSecret(secretKey), at])
  if (key === undefined) return null
  if (key.isStale) await db.query('monitoring-key-used', usedSql, [key.apiKeyId, at])
  const { isStale: _, ...grant } = key
  return grant
}

const findSql = `select number as "apiKeyId", solution_id as "solutionId", scopes, created_at as "createdAt",
    (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute') as "isStale"
  from monitoring.api_keys where hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`
const usedSql = 'update monitoring.api_keys set last_used_at = $2 where number = $1'
