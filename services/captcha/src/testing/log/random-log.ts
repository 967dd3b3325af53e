import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '@bollard/database'
import { createVerificationId } from '../../records/store/verification-id.ts'

/** Values that rows of `fillRandomLog` have, the first ones often and the last ones hardly ever. */
export const pools = {
  country: ['DE', 'AT', 'FR', 'KZ', null],
  asn: [3320, 8447, 4_200_000_001, 64_496, 0],
  network: [
    '192.0.2.0/24',
    '192.0.3.0/24',
    '198.51.100.0/24',
    '2001:db8:1::/48',
    '2001:db8:2::/48',
    '2a00::/48',
    '0.0.0.0/0',
    '10.0.0.0/20',
  ],
  browser: ['Firefox 152', 'Firefox 15', 'Chrome 140', 'Safari 17.4', 'Safari 17', 'Samsung Internet 23', 'Unknown'],
  system: ['Windows', 'Linux', 'iOS', 'Mac OS "X"'],
  device: ['desktop', 'phone', 'tablet'],
  language: ['de', 'en', 'fr', null],
  hostname: ['shop.example', 'www.shop.example', ''],
  reasons: [
    '',
    'webdriver 2.5',
    'consistent-browser -0.2 slow-hands 0.1',
    'slow-hands 0.3 webdriver 1e-7',
    'rare-thing 4',
  ],
} as const

export interface LogSite {
  readonly siteId: number
  readonly solutionId: string
  readonly environments: readonly [number, number]
  readonly environmentIds: readonly string[]
  readonly ruleIds: readonly string[]
  readonly bypassKeyIds: readonly string[]
}

/** A site with two environments, three rules, the second of them deleted, two bypass keys and two actions; no rows yet. */
export async function insertLogSite(db: Database): Promise<LogSite> {
  const solutionId = randomUUID()
  const [site] = await db.query<{ id: number }>(
    '',
    'insert into captcha.sites (solution_id, created_at, first_verification_at) values ($1, now(), now()) returning id',
    [solutionId],
  )
  const siteId = site?.id ?? 0
  const environments = await db.query<{ id: number; public_id: string }>(
    '',
    `insert into captcha.environments (site_id, name, site_key, domains, created_at, updated_at)
     select $1, name, name || ' ' || gen_random_uuid(), '{}', now(), now() from unnest(array['Production', 'Staging']) name returning id, public_id`,
    [siteId],
  )
  const rules = await db.query<{ id: string }>(
    '',
    `insert into captcha.rules (id, site_id, number, name, priority, conditions, action, created_at, updated_at, deleted_at)
     select gen_random_uuid(), $1, n, 'Rule ' || n, n, '[]', '{"type":"BLOCK"}', now(), now(), case when n = 2 then now() end from generate_series(1, 3) n returning id`,
    [siteId],
  )
  const keys = await db.query<{ id: string }>(
    '',
    `insert into captcha.bypass_keys (id, site_id, number, name, hash, prefix, last4, origins, networks, expires_at, created_at)
     select gen_random_uuid(), $1, n, 'Key ' || n, uuid_send(gen_random_uuid()), '', '', '{}', '{}', now(), now() from generate_series(1, 2) n returning id`,
    [siteId],
  )
  await db.query(
    '',
    `insert into captcha.actions (site_id, number, name) select $1, ord, name from unnest(array['login', 'sign "up"']) with ordinality u(name, ord)`,
    [siteId],
  )
  return {
    siteId,
    solutionId,
    environments: [environments[0]?.id ?? 0, environments[1]?.id ?? 0],
    environmentIds: environments.map((row) => row.public_id),
    ruleIds: rules.map(({ id }) => id),
    bypassKeyIds: keys.map(({ id }) => id),
  }
}

/** Rows of a site at given times (milliseconds since 1970), with feedback on some and fetched results. `random` answers 0 … 1. */
export async function fillRandomLog(
  db: Database,
  {
    siteId,
    environments,
    times,
    random,
  }: { siteId: number; environments: readonly [number, number]; times: readonly number[]; random: () => number },
): Promise<void> {
  const below = (most: number): number => Math.floor(random() * random() * most)
  const one = <T>(values: readonly T[]): T | undefined => values[below(values.length)]
  const rows = times.map((at) =>
    rowOf({
      siteId,
      at,
      bytes: Buffer.from(Array.from({ length: 10 }, () => Math.floor(random() * 256))),
      outcome: below(4),
      score: random() < 0.2 ? Math.round(random() * 1000) / 1000 : random() ** 3,
      hostname: one(pools.hostname),
      action: below(3),
      browser: one(pools.browser),
      operating_system: one(pools.system),
      device: one(pools.device),
      language: one(pools.language),
      network: one(pools.network),
      reasons: one(pools.reasons),
      country: one(pools.country),
      asn: one(pools.asn),
      environment_id: environments[below(2)],
      decision: below(7),
      rule: below(4),
      bypass_key: below(3),
      network_kind: below(6),
      flags: below(4),
    }),
  )
  await insertRows(db, rows)
  await db.query(
    '',
    `insert into captcha.redemptions (verification_id, issued_at, site_id, fetched_at, n)
     select id, issued_at, site_id, finished_at, 1 + mod(abs(hashtext(id::text)), 3) from captcha.verifications where site_id = $1 and outcome < 2 and mod(abs(hashtext(id::text)), 4) > 0`,
    [siteId],
  )
  await db.query(
    '',
    `insert into captcha.feedback (verification_id, issued_at, site_id, label, given_by, given_at)
     select id, issued_at, site_id, mod(abs(hashtext(id::text)), 2), 0, now() from captcha.verifications where site_id = $1 and outcome < 3 and mod(abs(hashtext(id::text || 'f')), 10) = 0`,
    [siteId],
  )
}

/** A row of the table, of a visitor who passed unless `columns` say otherwise. */
export function rowOf({
  siteId,
  at,
  bytes = randomBytes(10),
  ...columns
}: { siteId: number; at: number; environment_id: number | undefined; bytes?: Buffer } & Record<string, unknown>) {
  return {
    id: createVerificationId(at, bytes),
    issued_at: new Date(at),
    finished_at: new Date(at + 500),
    site_id: siteId,
    round: 0,
    outcome: 0,
    score: 0.1,
    check_ms: 500,
    work_ms: 300,
    work_hashes: 1000,
    hostname: 'shop.example',
    action: 0,
    browser: 'Firefox 152',
    operating_system: 'Linux',
    device: 'desktop',
    network: '192.0.2.0/24',
    reasons: '',
    country: 'DE',
    asn: 3320,
    decision: 0,
    rule: 0,
    bypass_key: 0,
    network_kind: 1,
    flags: 0,
    ...columns,
  }
}

export async function insertRows(db: Database, rows: readonly object[]): Promise<void> {
  await db.query(
    '',
    'insert into captcha.verifications select * from jsonb_populate_recordset(null::captcha.verifications, $1::jsonb)',
    [JSON.stringify(rows)],
  )
}
