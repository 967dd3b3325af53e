import type { LogFilter } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { networkAsked } from './log-filter.ts'

/** Numbers under which rows keep what a filter names; null for what it does not name. */
export interface StoredNames {
  readonly environment: number | null
  readonly rule: number | null
  readonly bypassKey: number | null
  readonly action: number | null
  /** In CIDR notation. */
  readonly network: string | null
  /** Networks of the zone map that together hold the network; null when they would be too many to be worth it. */
  readonly keys: readonly string[] | null
}

const nothing: StoredNames = { environment: null, rule: null, bypassKey: null, action: null, network: null, keys: null }

/** Null when the site has never had such an action. @throws `invalid-parameter` for an environment, rule or bypass key it never had. */
export async function findStoredNames(db: Queries, siteId: number, filter: LogFilter): Promise<StoredNames | null> {
  const { environmentId, ruleId, bypassKeyId, action, network } = filter
  if ([environmentId, ruleId, bypassKeyId, action, network].every((value) => value === undefined)) return nothing
  const asked = network === undefined ? null : networkAsked(network)
  const cover = asked && coverOf(asked)
  const [names = nothing] = await db.query('captcha-log-names', statement, [
    siteId,
    environmentId ?? null,
    ruleId ?? null,
    bypassKeyId ?? null,
    action ?? null,
    asked && asked.address,
    asked && asked.prefix,
    cover && cover.count,
    cover && cover.prefix,
    cover && cover.step,
  ])
  for (const [wanted, found, name] of [
    [environmentId, names.environment, 'environmentId'],
    [ruleId, names.rule, 'ruleId'],
    [bypassKeyId, names.bypassKey, 'bypassKeyId'],
  ] as const) {
    if (wanted !== undefined && found === null)
      throw new ProblemError('invalid-parameter', undefined, {
        errors: [{ pointer: `/${name}`, code: 'invalid-value' }],
      })
  }
  return action !== undefined && names.action === null ? null : names
}

const statement = `
select (select e.id from captcha.environments e where e.site_id = $1 and e.public_id = $2::uuid) as environment,
  (select d.number from captcha.rules d where d.site_id = $1 and d.id = $3::uuid) as rule,
  (select b.number from captcha.bypass_keys b where b.site_id = $1 and b.id = $4::uuid) as "bypassKey",
  (select a.number from captcha.actions a where a.site_id = $1 and a.name = $5::text) as action,
  network(set_masklen($6::inet, $7::int))::text as network,
  (select array_agg(network(set_masklen(host(network(set_masklen($6::inet, $7::int)))::inet + part * $10::bigint, $9::int))::text)
   from generate_series(0, $8::int - 1) part) as keys`

/** Rows tell the zone map their network and a wider one around it, of these lengths. */
export const networkPrefixes = { ipv4: { wide: 16, narrow: 24 }, ipv6: { wide: 32, narrow: 48 } } as const
const partsMax = 16

/** `count` networks of one length that hold a network, `step` addresses apart; null when more than a few would be needed. */
function coverOf({
  prefix,
  family,
}: {
  prefix: number
  family: 'ipv4' | 'ipv6'
}): { count: number; prefix: number; step: number } | null {
  const { wide, narrow } = networkPrefixes[family]
  for (const length of [narrow, wide]) {
    if (prefix >= length) return { count: 1, prefix: length, step: 0 }
    const count = 2 ** (length - prefix)
    // Steps between networks of IPv6 are larger than any number of the database.
    if (family === 'ipv4' && count <= partsMax) return { count, prefix: length, step: 2 ** (32 - length) }
  }
  return null
}
