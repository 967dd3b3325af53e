import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AlertSettings, alertSettingsSchema, type Role } from '@bollard/contracts'
import { createBinding, type Database } from '@bollard/database'
import { createAddressReader, installProblems } from '@bollard/http'
import type { Mail } from '@bollard/mail'
import { type RolesDatabase, startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import type { ApiKeyOwner } from '../../access/api-keys/api-key-owners.ts'
import { openGate } from '../../access/open-gate.ts'
import { mountAddresses } from '../../owner/alerts/addresses/routes.ts'
import { type AlertsOptions, createAlerts } from '../../owner/alerts/create-alerts.ts'
import { quarterOf } from '../../owner/alerts/delivery/alert-times.ts'
import { mountAlerts } from '../../owner/alerts/routes.ts'
import { mountWebhooks } from '../../owner/webhooks/routes.ts'
import { dimensions } from '../../records/statistics/dimensions.ts'
import { countKind } from '../../records/store/counts.ts'
import { personOf } from '../person-of.ts'
import { lendTables } from '../start-database.ts'

export type TestAlerts = Awaited<ReturnType<Awaited<ReturnType<typeof startAlertCluster>>['startAlerts']>>

export const testSigningKeys = [{ id: 1, secret: Buffer.alloc(32, 7) }]

/** One PostgreSQL for a test file, with alerts over fresh databases in it. */
export async function startAlertCluster() {
  const database = await startTestDatabase()
  const stops: (() => Promise<void>)[] = []
  return {
    /** Alerts over a database that no other has meanwhile, or beside others over theirs. */
    async startAlerts(
      options: Partial<AlertsOptions> & {
        at?: string
        beside?: { db: RolesDatabase; clock: { now: number } }
      } = {},
    ) {
      const { at, beside, ...given } = options
      const db = beside?.db ?? (await lendTables(database))
      const { connectionString } = db
      const workerDb = db.as('bollard_worker')
      const clock = beside?.clock ?? { now: Date.parse(at ?? '2026-11-10T00:00:00Z') }
      const roles = new Map<string, Role>()
      const mails: Mail[] = []
      const errors: unknown[] = []
      const alerts = createAlerts({
        db: workerDb,
        now: () => new Date(clock.now),
        randomBytes,
        random: () => 0,
        sendMail: async (mail) => void mails.push(mail),
        dashboardUrl: 'https://dashboard.example',
        apiUrl: 'https://api.example',
        identityUrl: 'https://identity.example',
        nameOf: async () => 'Corner shop',
        signingKeys: testSigningKeys,
        allowPrivateWebhooks: true,
        onError: (error) => errors.push(error),
        ...given,
      })
      const app = Fastify()
      installProblems(app, { logger: { error: (fields) => errors.push(fields) } })
      const clientIp = () => '127.0.0.1'
      await app.register(async (scope) =>
        mountAddresses(scope, {
          databaseOfCell: () => db,
          now: () => new Date(clock.now),
          links: alerts.addresses.links,
          clientIp,
        }),
      )
      await app.register(async (scope) => {
        const binding = createBinding(db, 'bollard_captcha')
        const guarded = openGate(scope, {
          binding,
          now: () => new Date(clock.now),
          findActor: async (cookie) => (cookie === undefined ? null : personOf(cookie)),
          findRole: async (actor: { userId: string }, solutionId: string) =>
            roles.get(`${actor.userId} ${solutionId}`) ?? null,
          noteVisit: async () => {},
          findKey: async (solutionId) => keyOf(solutionId),
          readAddress: createAddressReader([]),
          clientIp,
        })
        const context = { db: binding.db, now: () => new Date(clock.now), randomBytes, alerts }
        mountAlerts(guarded, context)
        mountWebhooks(guarded, context)
      })
      stops.push(async () => {
        await alerts.stop()
        await app.close()
        await db.close()
      })
      return { alerts, app, db, connectionString, clock, roles, mails, errors }
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
      await database.stop()
    },
  }
}

/** The headers of a caller: the name of a person, or `key` and the solution of an API key that may do everything a key may. */
export function headersOf(caller: string): Record<string, string> {
  return caller.startsWith('key ') ? { authorization: `Bearer ${caller.slice(4)}` } : { cookie: caller }
}

function keyOf(solutionId: string): ApiKeyOwner {
  return {
    apiKeyId: 1,
    publicId: '01941f29-7c00-7000-8000-0000000000aa',
    siteId: 1,
    solutionId,
    environmentId: null,
    scopes: ['verify', 'statistics', 'manage'],
    networks: [],
    expiresAt: null,
    createdAt: new Date(0),
  }
}

/** A site since `since`, with somebody in each role: vera, mia and ada. */
export async function addSite(
  { db, roles }: Pick<TestAlerts, 'db' | 'roles'>,
  { since = '2026-10-01T00:00:00Z', settings = {}, timeZone = 'UTC' } = {},
) {
  const solutionId = randomUUIDv7()
  const [site] = await db.query<{ id: number }>(
    'test-site',
    `insert into captcha.sites (solution_id, created_at, first_verification_at, time_zone) values ($1, $2, $2, $3) returning id`,
    [solutionId, new Date(since), timeZone],
  )
  if (site === undefined) throw new Error('no site')
  await db.query(
    'test-environment',
    `insert into captcha.environments (site_id, name, site_key, domains, created_at, updated_at) values ($1, 'Production', $2, '{shop.example}', $3, $3)`,
    [site.id, `key-${solutionId}`, new Date(since)],
  )
  await setAlerts(db, site.id, settings)
  for (const [name, role] of [
    ['vera', 'VIEWER'],
    ['mia', 'MEMBER'],
    ['ada', 'ADMIN'],
  ] as const)
    roles.set(`${name} ${solutionId}`, role)
  return { siteId: site.id, solutionId, timeZone }
}

/** Stores alert settings as the route would, with recipients who have confirmed. */
export async function setAlerts(db: Database, siteId: number, settings: object): Promise<AlertSettings> {
  const whole = alertSettingsSchema.parse(settings)
  await db.query(
    'test-alert-settings',
    `insert into captcha.alert_settings (site_id, settings, version, updated_at) values ($1, $2::jsonb, 2, now()) on conflict (site_id) do update set settings = excluded.settings`,
    [siteId, JSON.stringify(whole)],
  )
  await db.query(
    'test-alert-addresses',
    `insert into captcha.alert_addresses (id, site_id, address, language, state, created_at)
     select gen_random_uuid(), $1, lower(email), 'en', 'CONFIRMED', now() from unnest($2::text[]) e(email) on conflict do nothing`,
    [siteId, whole.recipients.map(({ email }) => email)],
  )
  return whole
}

export interface Traffic {
  readonly started?: number
  readonly passed?: number
  readonly flagged?: number
  readonly refused?: number
  readonly fetched?: number
}

/** Adds visitors to the roll-ups, as the roller does: `started` is everybody unless told otherwise. */
export async function addTraffic(
  db: Database,
  site: { siteId: number; timeZone: string },
  hours: readonly (Traffic & { at: number })[],
): Promise<void> {
  const columns = hours.map(
    ({ at, passed = 0, flagged = 0, refused = 0, fetched = 0, started = passed + flagged + refused }) => ({
      at: quarterOf(at),
      passed,
      flagged,
      refused,
      fetched,
      started,
    }),
  )
  const column = (name: keyof (typeof columns)[number]): number[] => columns.map((row) => row[name])
  await db.query(
    'test-traffic',
    `with given as (
       select to_timestamp(at / 1000.0) as at, started, passed, flagged, refused, fetched
       from unnest($3::float8[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[]) as u(at, started, passed, flagged, refused, fetched)
     ), rows as (
       select at, ${dimensions.total} as dimension, '' as value, passed + flagged + refused as n, passed, flagged, refused, fetched from given
       union all select at, ${dimensions.event}, '${countKind.started}', started, 0, 0, 0, 0 from given
     ), hourly as (
       insert into captcha.rollup_hourly as r (site_id, environment_id, hour, dimension, value, n, passed, flagged, refused, fetched)
       select $1, 1, at, dimension, value, sum(n), sum(passed), sum(flagged), sum(refused), sum(fetched) from rows group by 3, 4, 5
       on conflict (site_id, dimension, hour, environment_id, value) do update set n = r.n + excluded.n, passed = r.passed + excluded.passed,
         flagged = r.flagged + excluded.flagged, refused = r.refused + excluded.refused, fetched = r.fetched + excluded.fetched
     )
     insert into captcha.rollup_daily as r (site_id, environment_id, day, dimension, value, n, passed, flagged, refused, fetched)
     select $1, 1, (at at time zone $2)::date, dimension, value, sum(n), sum(passed), sum(flagged), sum(refused), sum(fetched) from rows group by 3, 4, 5
     on conflict (site_id, dimension, day, environment_id, value) do update set n = r.n + excluded.n, passed = r.passed + excluded.passed,
       flagged = r.flagged + excluded.flagged, refused = r.refused + excluded.refused, fetched = r.fetched + excluded.fetched`,
    [
      site.siteId,
      site.timeZone,
      column('at'),
      column('started'),
      column('passed'),
      column('flagged'),
      column('refused'),
      column('fetched'),
    ],
  )
}

/** What was told of a site, oldest first: kind and change. */
export async function changesOf(db: Database, siteId: number): Promise<string[]> {
  const rows = await db.query<{ text: string }>(
    'test-changes',
    `select a.kind || ' ' || e.change || case when a.kind = 'USAGE' then ' ' || (e.facts->>'percent') else '' end as text
     from captcha.alert_events e join captcha.alerts a on a.id = e.alert_id where e.site_id = $1 order by e.at, e.id`,
    [siteId],
  )
  return rows.map(({ text }) => text)
}

export interface Received {
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

/** A receiver of webhooks on this machine; `answer` is what it answers. */
export async function startReceiver() {
  const received: Received[] = []
  const answer = { status: 204, body: '' }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(answer.status).end(answer.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The receiver has no port')
  return { url: `http://127.0.0.1:${address.port}/hook`, received, answer }
}
