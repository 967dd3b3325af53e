import { randomBytes } from 'node:crypto'
import type { Actor } from '@bollard/access'
import { captchaPolicy, captchaRoutes, type Role, type Route } from '@bollard/contracts'
import { createBinding, type Database } from '@bollard/database'
import { createAddressReader, installProblems, mountRoute, refuseCrossSite } from '@bollard/http'
import { startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { z } from 'zod'
import { createApiKeyCache } from '../access/api-keys/api-key-cache.ts'
import { openGate } from '../access/open-gate.ts'
import type { KeyContext } from '../owner/api-keys/key-context.ts'
import { mountApiKeys } from '../owner/api-keys/routes.ts'
import { mountBypassKeys } from '../owner/bypass-keys/routes.ts'
import { mountEnvironments } from '../owner/environments/routes.ts'
import type { PlanTerms } from '../owner/plan/plan-terms.ts'
import { provisionSite } from '../owner/site/provision-site.ts'
import { mountSite } from '../owner/site/routes.ts'
import { createVerificationId } from '../records/store/verification-id.ts'
import { personOf } from './person-of.ts'
import { lendTables } from './start-database.ts'

export /** What each role may do at the least. */
const levels = {
  viewer: captchaPolicy['site.read'],
  member: captchaPolicy['feedback.tell'],
  admin: captchaPolicy['site.change'],
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The routes of keys and environments over a database of their own, and three calls that stand for reading, everyday work and administration. */
export async function startKeyRoutes(options: Pick<KeyContext, 'keyMails' | 'apiKeysFor'> = {}) {
  const postgres = await startTestDatabase()
  const db = await lendTables(postgres)
  const clock = { now: Date.UTC(2026, 2, 10, 12) }
  const roles = new Map<string, Role>()
  const errors: unknown[] = []
  const plans = new Map<string, PlanTerms>()
  const context = {
    ...options,
    db,
    now: () => new Date(clock.now),
    randomBytes,
    // A test's cookie is the name of the person.
    findActor: async (cookie: string | undefined): Promise<Actor | null> =>
      cookie === undefined
        ? null
        : personOf(cookie, {
            provenAt: new Date(clock.now),
            isAdmin: cookie === 'olga',
            operating:
              cookie === 'olga'
                ? { change: { reason: 'A test of operators', ticket: null, until: new Date(clock.now + 60_000) } }
                : null,
            adminNeedsSecondFactor: cookie === 'oscar',
          }),
    findRole: async (actor: Actor, solutionId: string) => roles.get(`${actor.userId} ${solutionId}`) ?? null,
    noteVisit: async () => {},
    clientIp: () => '127.0.0.1',
    plansOf: async () => plans,
  }
  const apiKeys = createApiKeyCache(
    db,
    () => clock.now,
    (error) => errors.push(error),
  )
  const app = Fastify()
  installProblems(app, { logger: { error: (fields) => errors.push(fields) } })
  refuseCrossSite(app, { allowedOrigins: [] })
  const binding = createBinding(db, 'bollard_captcha')
  const bound = { ...context, db: binding.db }
  const scope = openGate(app, {
    ...context,
    binding,
    findKey: (key, address) => apiKeys.findAny(key, address),
    readAddress: createAddressReader([]),
  })
  mountApiKeys(scope, bound)
  mountBypassKeys(scope, bound)
  mountEnvironments(scope, bound)
  mountSite(scope, bound)
  for (const [level, access] of Object.entries(levels))
    mountRoute(
      scope,
      {
        id: `as-${level}`,
        method: 'POST',
        path: `/captcha/v1/sites/{solutionId}/as-${level}`,
        summary: '',
        access,
        params: captchaRoutes.getSite.params,
        response: { status: 200, schema: z.object({}) },
        problems: [],
      } satisfies Route,
      async () => ({}),
    )
  await app.ready()

  return {
    db,
    connectionString: db.connectionString,
    clock,
    roles,
    /** Plans by solution; without one nothing is limited. */
    plans,
    errors,
    context,
    apiKeys,
    app,
    /** A call of a person; `caller` is a cookie, or a header `authorization` when it begins with "Bearer". */
    call(method: Method, path: string, caller?: string, payload?: object, remoteAddress = '127.0.0.1') {
      const headers: Record<string, string> =
        caller === undefined ? {} : caller.startsWith('Bearer') ? { authorization: caller } : { cookie: caller }
      return app.inject({
        method,
        url: `/captcha/v1/sites/${path}`,
        headers,
        remoteAddress,
        ...(payload === undefined ? {} : { payload }),
      })
    },
    /** A site with one environment, whose admin is ada, member mia and viewer vera. */
    async makeSite(domains: readonly string[] = ['shop.example']) {
      const solutionId = createVerificationId(clock.now, randomBytes(10))
      for (const [name, role] of [
        ['vera', 'VIEWER'],
        ['mia', 'MEMBER'],
        ['ada', 'ADMIN'],
        // They run the deployment; oscar's session has shown no second factor.
        ['olga', 'ADMIN'],
        ['oscar', 'ADMIN'],
      ] as const)
        roles.set(`${name} ${solutionId}`, role)
      const keys = await provisionSite(context, { solutionId, domains })
      const [row] = await db.query<{ id: number; changedAt: string }>(
        'test-site',
        'select id from captcha.sites where solution_id = $1',
        [solutionId],
      )
      return { solutionId, siteId: row?.id ?? 0, ...keys }
    },
    async changedAt(siteId: number): Promise<string> {
      const [row] = await db.query<{ at: string }>(
        'test-changed',
        'select changed_at::text as at from captcha.sites where id = $1',
        [siteId],
      )
      return row?.at ?? ''
    },
    /** Everything that the schema holds, as text. */
    dump: () => dump(db),
    async stop() {
      await app.close()
      await apiKeys.flush()
      await db.close()
      await postgres.stop()
    },
  }
}

async function dump(db: Database): Promise<string> {
  const tables = await db.query<{ name: string }>(
    'test-tables',
    `select table_name as name from information_schema.tables where table_schema = 'captcha'`,
  )
  const rows = await Promise.all(
    tables.map(({ name }) => db.pool.query<{ text: string }>(`select t::text as text from captcha."${name}" t`)),
  )
  return rows.flatMap((result) => result.rows.map(({ text }) => text)).join('\n')
}
