import type { Call, Caller } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import { type CreatedApiKey, issueApiKey, readyForKey } from './create-api-key.ts'
import type { FreshApiKey, KeyContext } from './key-context.ts'
import { latestApiKeyEnd, requireKeyMaker, withinKeyLimits } from './key-rules.ts'
import { findStoredApiKey, type StoredApiKey } from './stored-api-keys.ts'
import { keyCreated } from './tell-admins.ts'

const hourMs = 3_600_000

/**
 * Makes a key that takes the place of another, which works on for `overlapHours` and not longer than it would have anyway; with
 * 0 it ends with the commit. A key that was replaced already is refused: of two rotations at once, one wins.
 */
export async function rotateApiKey(
  context: KeyContext,
  actor: Caller,
  site: SiteOverview,
  request: { id: string; overlapHours: number },
  call: Call,
): Promise<CreatedApiKey> {
  const siteId = site.id
  const { plan, tell, fresh } = await readyForKey(context, site)
  return context.db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const old = await findStoredApiKey(tx, siteId, request.id)
    if (old === undefined || (old.revokedAt !== null && old.replacedBy === null)) throw new ProblemError('not-found')
    requireKeyMaker(context, actor, old.scopes)
    if (old.replacedBy !== null) throw new ProblemError('version-conflict')
    const { overlapHours } = request
    const created = await withinKeyLimits(tx, { siteId, plan, at: context.now() }, () =>
      replaceApiKey(context, tx, old, {
        fresh,
        createdBy: actor.userId,
        overlapMs: overlapHours * hourMs,
      }),
    )
    await tell(tx, keyCreated(created, actor.userId))
    await recordAudit(tx, actor, call, context.now(), {
      site,
      action: 'api-key.rotated',
      target: { kind: 'api-key', id: old.id },
      before: keyOf(old),
      after: { ...keyOf(created), overlapHours },
    })
    return created
  })
}

/** The same in a transaction that holds the site's turn, however many keys there are. */
async function replaceApiKey(
  context: KeyContext,
  tx: Queries,
  old: StoredApiKey,
  { fresh, createdBy, overlapMs }: { fresh: FreshApiKey; createdBy: string | null; overlapMs: number },
): Promise<CreatedApiKey> {
  const { siteId, environmentNumber: environmentId, name, scopes, networks } = old
  const created = await issueApiKey(context, tx, fresh, {
    siteId,
    environmentId,
    name,
    scopes,
    networks,
    createdBy,
    expiresAt: endOfSuccessor(old, context.now()),
  })
  const at = new Date(created.createdAt)
  await tx.query(
    'captcha-api-key-replace',
    `update captcha.api_keys set replaced_by = $2, version = version + 1, revoked_at = case when $3 then $4::timestamptz end,
       expires_at = case when $3 then expires_at else least(expires_at, $5::timestamptz) end
     where public_id = $1`,
    [old.id, created.id, overlapMs === 0, at, new Date(at.getTime() + overlapMs)],
  )
  await touchSite(tx, siteId)
  return created
}

/** Which key it is, for the audit log. */
export function keyOf({ id, prefix, last4 }: Pick<StoredApiKey, 'id' | 'prefix' | 'last4'>) {
  return { id, prefix, last4 }
}

/** As long from now as the old key was meant to live. */
function endOfSuccessor({ createdAt, expiresAt }: StoredApiKey, now: Date): Date | null {
  if (expiresAt === null) return null
  return new Date(Math.min(now.getTime() + expiresAt.getTime() - createdAt.getTime(), latestApiKeyEnd(now).getTime()))
}
