import { randomBytes } from 'node:crypto'
import type { Role } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import type { LoginRole } from '@bollard/database/roles'
import { installProblems } from '@bollard/http'
import { openForRoles, patience, type RolesDatabase, startTestDatabase } from '@bollard/testing'
import Fastify, { type FastifyInstance } from 'fastify'
import type { CaptchaServiceOptions, CellDatabases } from '../captcha-service-options.ts'
import { becomeCell } from '../records/cells/own-cell.ts'
import { type CaptchaService, createCaptchaService } from '../create-captcha-service.ts'
import { createVerificationId } from '../records/store/verification-id.ts'
import { personOf } from './person-of.ts'
import { lendTables, migrations } from './start-database.ts'

export interface TestService {
  readonly service: CaptchaService
  readonly app: FastifyInstance
  /** As the owner of the tables, for what tests write and read past the service. */
  readonly db: Database
  readonly connectionString: string
  /** All of its cells, the first of them cell 0, as the owner of their tables; one where there are no others. */
  readonly cells: readonly TestCell[]
  /** The clock of the service; tests move it. */
  readonly clock: { now: number }
  /** Roles by "user solution". */
  readonly roles: Map<string, Role>
  readonly errors: unknown[]
}

/** A database of its own for one cell, which tests can take away. */
export interface TestCell {
  readonly connectionString: string
  readonly db: RolesDatabase
  /** While true, nobody but the owner reaches it. */
  isAway: boolean
}

export interface TestSite {
  readonly solutionId: string
  readonly siteKey: string
  readonly secretKey: string
}

/** Little work, so that tests solve it really. */
const work = { min: 2 ** 10, max: 2 ** 11, stepUpMin: 2 ** 12, stepUpMax: 2 ** 12 }
const signingKeys = [{ id: 1, secret: Buffer.alloc(32, 7) }]

/** With TEST_CELLS=2 every service has two cells, and `db` and all new sites are in the second: whatever asks the first one for them fails. */
const inSecondCell = process.env['TEST_CELLS'] === '2'

/** One PostgreSQL for a test file, and services over databases in it. */
export async function startCluster(kind: { apart?: boolean } = {}) {
  const database = await startTestDatabase(kind)
  const stops: (() => Promise<void>)[] = []
  async function openCell(number: number): Promise<TestCell> {
    // A further cell stays one.
    const db = number === 0 ? await lendTables(database) : openForRoles(await database.createDatabase(...migrations), 5)
    if (number > 0) await becomeCell(db, number)
    return { connectionString: db.connectionString, db, isAway: false }
  }
  return {
    /**
     * A service over a database that no other has meanwhile, or over the database of another service. It signs in as in production; `asOwner` has it do
     * everything as the owner of the tables, on one pool. `watch` stands between people's calls and their pool.
     */
    async startService(
      options: Omit<Partial<CaptchaServiceOptions>, 'cells'> & {
        /** How many cells it has; one by default. */
        cells?: number
        beside?: TestService
        asOwner?: boolean
        watch?: (db: Database) => Database
      } = {},
    ): Promise<TestService> {
      const { beside, asOwner = false, watch = (watched: Database) => watched, cells: count, ...given } = options
      // Of the database that the test works with, whichever cell that is.
      const inPlace = Object.fromEntries(
        (['db', 'edgeDb', 'workerDb'] as const).flatMap((name) =>
          given[name] === undefined ? [] : [[name, given[name]]],
        ),
      )
      // A test that brings one database of its own, such as one with a standby, keeps it.
      const isMoved = inSecondCell && count === undefined && (beside === undefined || beside.cells.length > 1)
      const cells =
        beside?.cells ??
        (await Promise.all(Array.from({ length: isMoved ? 2 : (count ?? 1) }, (_, cell) => openCell(cell))))
      const main = cells[isMoved ? 1 : 0]
      const databases = cells.map((cell): CellDatabases => {
        const asRole = (role: LoginRole) => {
          if (asOwner) return cell.db
          const pool = cell.db.as(role)
          return cells.length === 1 ? pool : unlessAway(pool, cell)
        }
        const api = asRole('bollard_api')
        const own = {
          db: cell === main ? watch(api) : api,
          edgeDb: asRole('bollard_edge'),
          workerDb: asRole('bollard_worker'),
        }
        return cell === main ? { ...own, ...inPlace } : own
      })
      const [first, ...others] = databases
      if (first === undefined || main === undefined) throw new RangeError('a service has at least one cell')
      const { db, connectionString } = main
      const clock = beside?.clock ?? { now: Date.now() }
      const roles = beside?.roles ?? new Map<string, Role>()
      const errors: unknown[] = []
      const service = createCaptchaService({
        ...first,
        ...(others.length === 0 ? {} : { cells: others }),
        ...(isMoved ? { cellOfNewSite: () => 1 } : {}),
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
        // A busy machine is no outage.
        otherCellMsMax: patience.statementTimeoutMs,
        onError: (error) => errors.push(error),
        ...given,
        ...first,
      })
      if (beside === undefined) await service.start()
      const app = Fastify()
      installProblems(app, { logger: { error: (fields) => errors.push(fields) } })
      await app.register(service.edgeRoutes)
      await app.register(service.apiRoutes)
      stops.push(async () => {
        await app.close()
        await service.drain().catch(() => undefined)
        await Promise.all(cells.map(({ db: one }) => one.close()))
      })
      return { service, app, db, connectionString, cells, clock, roles, errors }
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
      await database.stop()
    },
  }
}

/** As a server that refuses connections. */
function unlessAway(db: Database, cell: TestCell): Database {
  const fault = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  return {
    pool: db.pool,
    query: async (name: string, text: string, values?: readonly unknown[]) => {
      if (cell.isAway) throw fault()
      return db.query<never>(name, text, values)
    },
    async transaction(run, limits) {
      if (cell.isAway) throw fault()
      return db.transaction(run, limits)
    },
    close: () => db.close(),
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
