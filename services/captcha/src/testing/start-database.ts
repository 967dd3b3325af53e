import { auditMigrations } from '@bollard/audit'
import type { Role } from '@bollard/contracts'
import { createBinding, type Database } from '@bollard/database'
import { createAddressReader, installProblems } from '@bollard/http'
import { lendDatabase, openForRoles, type RolesDatabase, startTestDatabase, type TestDatabase } from '@bollard/testing'
import Fastify, { type FastifyInstance } from 'fastify'
import { type AccessContext, openGate } from '../access/open-gate.ts'
import type { SiteScope } from '../records/sites/site-scope.ts'
import { keepPartitions } from '../records/store/keep-partitions.ts'
import { personOf } from './person-of.ts'

export const migrations = [
  auditMigrations,
  { schema: 'captcha', directory: new URL('../migrations/', import.meta.url) },
]

/** The tables of this service with partitions of these days, which every start of it asks for. */
export const lendTables = (postgres: TestDatabase): Promise<RolesDatabase> =>
  lendDatabase(postgres, { migrations, max: 5, prepare: makePartitions })

async function makePartitions(db: Database): Promise<void> {
  await keepPartitions(db, Date.now(), { daysAhead: 1, retentionDays: 30 })
}

/** One PostgreSQL for a test file that needs no service; each database in it has the tables of this one. */
export async function startDatabases() {
  const server = await startTestDatabase()
  const open: Database[] = []
  return {
    /** A database that nobody else has meanwhile, or further pools on the one of `beside`. */
    async create(beside?: string): Promise<{ db: RolesDatabase; connectionString: string }> {
      const db = beside === undefined ? await lendTables(server) : openForRoles(beside, 5)
      open.push(db)
      return { db, connectionString: db.connectionString }
    },
    /** A database that nobody else ever has and no day has a partition in, for a test that changes its schema. */
    async createOwn(): Promise<{ db: RolesDatabase; connectionString: string }> {
      const db = openForRoles(await server.createDatabase(...migrations), 5)
      open.push(db)
      return { db, connectionString: db.connectionString }
    },
    async stop(): Promise<void> {
      await Promise.all(open.map((db) => db.close()))
      await server.stop()
    },
  }
}

/** A site with one environment, straight into the tables. */
export async function insertTestSite(
  db: Database,
  solutionId: string,
  settings: object = {},
): Promise<{ siteId: number; environmentId: number; siteKey: string }> {
  const { timeZone = 'UTC', ...stored }: { timeZone?: string } = settings
  const siteKey = `bsk_${solutionId.replaceAll('-', '').slice(-22)}`
  const [row] = await db.query<{ siteId: number; environmentId: number }>(
    'test-site',
    `with site as (insert into captcha.sites (solution_id, created_at, settings, time_zone) values ($1, now(), $2::jsonb, $4) returning id)
     insert into captcha.environments (site_id, name, site_key, domains, created_at, updated_at)
     select id, 'Production', $3, '{shop.example}', now(), now() from site returning site_id as "siteId", id as "environmentId"`,
    [solutionId, JSON.stringify(stored), siteKey, timeZone],
  )
  if (row === undefined) throw new Error('no site was made')
  return { ...row, siteKey }
}

/** Calls of one feature, mounted alone with a database that each is bound in to its site: a cookie is the name of a person, roles are by "person solution". */
export async function mountAlone(
  db: Database,
  roles: ReadonlyMap<string, Role>,
  mount: (scope: SiteScope, bound: Database) => void,
  /** When people last proved who they are. */
  provenAt: () => Date | null = () => new Date(),
  now: () => Date = () => new Date(),
): Promise<FastifyInstance> {
  const binding = createBinding(db, 'bollard_captcha')
  const context: AccessContext = {
    binding,
    now,
    findActor: async (cookie) => (cookie === undefined ? null : personOf(cookie, { provenAt: provenAt() })),
    findRole: async (actor, solutionId) => roles.get(`${actor.userId} ${solutionId}`) ?? null,
    noteVisit: async () => {},
    findKey: async () => null,
    readAddress: createAddressReader([]),
    clientIp: () => '127.0.0.1',
  }
  const app = Fastify()
  installProblems(app, { logger: { error: () => undefined } })
  await app.register(async (scope) => mount(openGate(scope, context), binding.db))
  return app
}
