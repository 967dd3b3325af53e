import { randomBytes } from 'node:crypto'
import { auditMigrations } from '@bollard/audit'
import type { Role } from '@bollard/contracts'
import { type Database, openDatabase } from '@bollard/database'
import { createAddressReader, installProblems, mountRoute, refuseCrossSite } from '@bollard/http'
import { captchaRoutes } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { requireSite } from '../access/require-site.ts'
import { requireEditor } from '../access/require-editor.ts'
import { mountEnvironments } from '../owner/environments/routes.ts'
import type { Actor } from '../access/caller.ts'
import type { KeyPorts } from '../owner/api-keys/key-ports.ts'
import { mountApiKeys } from '../owner/api-keys/routes.ts'
import { mountBypassKeys } from '../owner/bypass-keys/routes.ts'
import { requireCaller } from '../access/require-caller.ts'
import { createSecretKeyCache } from '../access/api-keys/api-key-cache.ts'
import type { PlanTerms } from '../owner/plan/plan-terms.ts'
import { provisionSite, rotateSecretKey } from '../owner/site/provision-site.ts'
import { createVerificationId } from '../records/store/verification-id.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The routes of keys and environments over a fresh database, and three calls that stand for reading, everyday work and administration. */
export async function startKeyRoutes(options: Pick<KeyPorts, 'keyMails'> = {}) {
  const postgres = await startTestDatabase()
  const connectionString = await postgres.createDatabase(auditMigrations, {
    schema: 'captcha',
    directory: new URL('../migrations/', import.meta.url),
  })
  const db = openDatabase({ connectionString })
  const clock = { now: Date.UTC(2026, 2, 10, 12) }
  const roles = new Map<string, Role>()
  const errors: unknown[] = []
  const plans = new Map<string, PlanTerms>()
  const ports = {
    ...options,
    db,
    now: () => clock.now,
    randomBytes,
    // A test's cookie is the name of the person.
    findActor: async (cookie: string | undefined): Promise<Actor | null> =>
      cookie === undefined
        ? null
        : { userId: cookie, isAdmin: false, emailVerified: true, provenAt: new Date(clock.now) },
    findRole: async (actor: Actor, solutionId: string) => roles.get(`${actor.userId} ${solutionId}`) ?? null,
    clientIp: () => '127.0.0.1',
    plansOf: async () => plans,
  }
  const secretKeys = createSecretKeyCache(db, ports.now, (error) => errors.push(error))
  const app = Fastify()
  installProblems(app, { logger: { error: (fields) => errors.push(fields) } })
  refuseCrossSite(app, { allowedOrigins: [] })
  const callerOf = requireCaller(app, {
    ...ports,
    findKey: (key, address) => secretKeys.findAny(key, address),
    readAddress: createAddressReader([]),
  })
  mountApiKeys(app, ports, callerOf)
  mountBypassKeys(app, ports, callerOf)
  mountEnvironments(app, ports, callerOf)
  mountRoute(app, captchaRoutes.rotateSecretKey, async ({ params, request }) =>
    rotateSecretKey(
      ports,
      await requireEditor(ports, request, callerOf(request), params.solutionId, 'ADMIN', {
        personOnly: true,
        provenBefore: new Date(clock.now),
        evenReadOnly: true,
      }),
    ),
  )
  for (const lowest of ['VIEWER', 'MEMBER', 'ADMIN'] as const)
    app.post<{ Params: { solutionId: string } }>(
      `/captcha/v1/sites/:solutionId/as-${lowest.toLowerCase()}`,
      async (request) => {
        await requireSite(ports, callerOf(request), request.params.solutionId, lowest)
        return {}
      },
    )
  await app.ready()

  return {
    db,
    connectionString,
    clock,
    roles,
    /** Plans by solution; without one nothing is limited. */
    plans,
    errors,
    ports,
    secretKeys,
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
      ] as const)
        roles.set(`${name} ${solutionId}`, role)
      const keys = await provisionSite(ports, { solutionId, domains })
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
      await secretKeys.flush()
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
