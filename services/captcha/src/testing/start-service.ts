import { randomBytes } from 'node:crypto'
import { auditMigrations } from '@bollard/audit'
import type { Role } from '@bollard/contracts'
import { type Database, openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { installProblems } from '@bollard/http'
import { startTestDatabase } from '@bollard/testing'
import Fastify, { type FastifyInstance } from 'fastify'
import type { CaptchaServiceOptions } from '../captcha-service-options.ts'
import { type CaptchaService, createCaptchaService } from '../create-captcha-service.ts'
import { createVerificationId } from '../records/store/verification-id.ts'
import { personOf } from './person-of.ts'

export interface TestService {
  readonly service: CaptchaService
  readonly app: FastifyInstance
  /** As the owner of the tables, for what tests write and read past the service. */
  readonly db: Database
  readonly connectionString: string
  /** The clock of the service; tests move it. */
  readonly clock: { now: number }
  /** Roles by "user solution". */
  readonly roles: Map<string, Role>
  readonly errors: unknown[]
}

export interface TestSite {
  readonly solutionId: string
  readonly siteKey: string
  readonly secretKey: string
}

/** Little work, so that tests solve it really. */
const work = { min: 2 ** 10, max: 2 ** 11, stepUpMin: 2 ** 12, stepUpMax: 2 ** 12 }
const signingKeys = [{ id: 1, secret: Buffer.alloc(32, 7) }]

const migrations = new URL('../migrations/', import.meta.url)

/** One PostgreSQL for a test file, and services over fresh databases in it. */
export async function startCluster() {
  const database = await startTestDatabase()
  const stops: (() => Promise<void>)[] = []
  return {
    /**
     * A service over a fresh database, or over the database of another service. It signs in as in production; `asOwner` has it do
     * everything as the owner of the tables, on one pool. `watch` stands between people's calls and their pool.
     */
    async startService(
      options: Partial<CaptchaServiceOptions> & {
        beside?: TestService
        asOwner?: boolean
        watch?: (db: Database) => Database
      } = {},
    ): Promise<TestService> {
      const { beside, asOwner = false, watch = (watched: Database) => watched, ...given } = options
      const connectionString =
        beside?.connectionString ??
        (await database.createDatabase(auditMigrations, { schema: 'captcha', directory: migrations }))
      const db = openDatabase({ connectionString })
      const addresses = addressesOfRoles(connectionString, 'as whom it signs in, the server does not check')
      const asRole = (role: keyof typeof addresses) =>
        asOwner ? db : openDatabase({ connectionString: addresses[role], max: 5 })
      const [apiDb, edgeDb, workerDb] = [asRole('bollard_api'), asRole('bollard_edge'), asRole('bollard_worker')]
      const clock = beside?.clock ?? { now: Date.now() }
      const roles = beside?.roles ?? new Map<string, Role>()
      const errors: unknown[] = []
      const service = createCaptchaService({
        db: watch(apiDb),
        edgeDb,
        workerDb,
        // A test's cookie is the name of the person.
        findActor: async (cookie) =>
          cookie === undefined
            ? null
            : personOf(cookie, {
                provenAt: new Date(clock.now),
                isAdmin: cookie === 'operator',
                operating:
                  cookie === 'operator'
                    ? { change: { reason: 'A test of operators', ticket: null, until: new Date(clock.now + 60_000) } }
                    : null,
              }),
        findRole: async (actor, solutionId) => roles.get(`${actor.userId} ${solutionId}`) ?? null,
        noteVisit: async () => {},
        signingKeys,
        now: () => clock.now,
        randomBytes,
        trustedProxies: [],
        work,
        // Fewer tables, which every start makes and every statement plans for.
        partitionDaysAhead: 1,
        onError: (error) => errors.push(error),
        ...given,
      })
      if (beside === undefined) await service.start()
      const app = Fastify()
      installProblems(app, { logger: { error: (fields) => errors.push(fields) } })
      await app.register(service.edgeRoutes)
      await app.register(service.apiRoutes)
      stops.push(async () => {
        await app.close()
        await service.drain().catch(() => undefined)
        await Promise.all([db, apiDb, edgeDb, workerDb].map((one) => one.close()))
      })
      return { service, app, db, connectionString, clock, roles, errors }
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
      await database.stop()
    },
  }
}

/** A site of its own solution, allowed on shop.example. */
export async function makeSite(
  { service, clock }: TestService,
  domains: readonly string[] = ['shop.example'],
): Promise<TestSite> {
  const solutionId = createVerificationId(clock.now, randomBytes(10))
  return { solutionId, ...(await service.provisionSite({ solutionId, domains })) }
}
