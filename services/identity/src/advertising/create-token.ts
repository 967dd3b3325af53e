import { randomUUIDv7 } from 'node:crypto'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { limitedIp } from '@bollard/http'

export interface AdvertisingTokenNew {
  readonly gclid: string
  readonly consent?:
    | { readonly adUserData: boolean; readonly adPersonalization: boolean; readonly at: string }
    | undefined
  readonly landingPath?: string | undefined
  readonly locale?: string | undefined
}

/**
 * Keeps a click id of a visitor who agreed that it is used. Without that consent (ePrivacy directive, article 5(3)) nothing is
 * kept, and the answer has no id.
 */
export async function createAdvertisingToken(
  context: IdentityContext,
  token: AdvertisingTokenNew,
  call: Call,
): Promise<{ id: string | null }> {
  await context.limiter.take('advertisingPerIp', limitedIp(call.from.ip))
  if (!token.consent?.adUserData) return { id: null }
  const id = randomUUIDv7()
  await context.db.query('identity-advertising-create', insertSql, [
    id,
    token.gclid,
    JSON.stringify(token.consent),
    token.landingPath ?? null,
    token.locale ?? null,
    context.now(),
  ])
  return { id }
}

const insertSql = `insert into identity.advertising_tokens (id, gclid, consent, landing_path, locale, created_at) values ($1, $2, $3, $4, $5, $6)`
