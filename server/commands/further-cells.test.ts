import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CaptchaService, createCaptchaService } from '@bollard/captcha-service'
import { openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { installProblems } from '@bollard/http'
import { makeTestFolder, startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { unzipSync } from 'fflate'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { pass, siteverify, start } from '../../services/captcha/src/testing/walk-through.ts'
import { composeMigrate } from '../compose-migrate.ts'
import { type Config, readConfig } from '../config.ts'
import { schemas, schemasOfCell } from '../migrate-every-schema.ts'
import { keepSecrets } from '../supervise/keep-secrets.ts'
import { freePorts } from '../testing/start-product.ts'
import { exportDiagnostics } from './diagnostics/export-diagnostics.ts'
import { doctor } from './doctor/doctor.ts'
import { planEverySchema } from './migrate-plan.ts'
import { rebuildDirectory } from './rebuild-directory.ts'
import { checkUpgrade } from './upgrade-check.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())
const now = () => new Date()
/** Nobody listens there. */
const away = 'postgresql://bollard:secret@127.0.0.1:1/bollard'
const signingKeys = [{ id: 1, secret: randomBytes(32) }]

/** A stopped installation whose databases are these. */
async function configure(DATABASE_URL: string, ...cells: string[]): Promise<Config> {
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  const DATA_DIR = join(folder.path, 'data')
  mkdirSync(DATA_DIR)
  const settings = { ...(await freePorts()), HOST: '127.0.0.1', DATA_DIR, DATABASE_URL, CELL_URLS: cells.join(',') }
  const read = readConfig(settings)
  if (read.status === 'invalid') throw new Error(read.faults.join())
  keepSecrets(read.config)
  return read.config
}

async function migrated(): Promise<[zero: string, one: string]> {
  const urls = [await postgres.createDatabase(...schemas), await postgres.createDatabase(...schemasOfCell)] as const
  const encryptionKey = randomBytes(32).toString('hex')
  const [first, second] = urls.map((databaseUrl) => ({
    databaseUrl,
    databases: addressesOfRoles(databaseUrl, encryptionKey),
  }))
  if (first === undefined || second === undefined) throw new Error('there are two cells')
  await composeMigrate({ name: 'migrate', ...first, encryptionKey, cells: [second] })
  return [...urls]
}

/** What the doctor finds, without what says `ok` or `skipped`, as "state code of cell: what". */
async function findings(config: Config): Promise<string[]> {
  const said: string[] = []
  await doctor(config, ['--json'], (line) => said.push(line), now)
  const found: { state: string; code: string; said: string; cell?: number }[] = JSON.parse(said.join('')).findings
  return found
    .filter(({ state, code }) => (state === 'fault' || state === 'warning') && code !== 'disk')
    .map(({ state, code, cell = 0, said: what }) => `${state} ${code} of ${cell}: ${what}`)
}

async function owner<T>(url: string, work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const db = openDatabase({ connectionString: url, max: 2 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

interface Running {
  readonly service: CaptchaService
  readonly app: ReturnType<typeof Fastify>
  /** A captcha of a solution that people have, in cell 1. */
  make(): Promise<{ solutionId: string; siteKey: string; secretKey: string }>
}

/** The captcha over two databases, for as long as `work` takes: nobody is connected to them afterwards. */
async function running<T>([zero, one]: readonly [string, string], work: (it: Running) => Promise<T>): Promise<T> {
  return owner(zero, (db) =>
    owner(one, async (second) => {
      const service = createCaptchaService({
        db,
        cells: [{ db: second, edgeDb: second, workerDb: second }],
        cellOfNewSite: () => 1,
        findActor: async () => null,
        findRole: async () => null,
        noteVisit: async () => {},
        signingKeys,
        now: () => Date.now(),
        randomBytes,
        trustedProxies: [],
        work: { min: 2 ** 10, max: 2 ** 11, stepUpMin: 2 ** 12, stepUpMax: 2 ** 12 },
        partitionDaysAhead: 1,
      })
      await service.start()
      const app = Fastify()
      installProblems(app, { logger: { error: () => {} } })
      await app.register(service.edgeRoutes)
      try {
        return await work({
          service,
          app,
          async make() {
            const solutionId = randomUUID()
            await db.query(
              'test-solution',
              `insert into solution.solutions (id, label, type, created_by, created_at, updated_at) values ($1, 'Shop', 'CAPTCHA', 'ada', now(), now())`,
              [solutionId],
            )
            return { solutionId, ...(await service.provisionSite({ solutionId, domains: ['shop.example'] })) }
          },
        })
      } finally {
        await app.close()
        await service.drain()
      }
    }),
  )
}

const visit = async ({ app }: Running, { siteKey }: { siteKey: string }) => (await pass(app, siteKey)).token
const verify = ({ app }: Running, { secretKey: secret }: { secretKey: string }, response: string) =>
  siteverify(app, { secret, response })

/** What operators are told while they mend the directory, and whether anything is left. */
async function rebuild(config: Config): Promise<[code: number, ...lines: string[]]> {
  const lines: string[] = []
  const code = await rebuildDirectory(config, [], (line) => lines.push(line), now)
  return [code, ...lines]
}

test('doctor, upgrade, plan and diagnostics ask each cell, name it, and go on without one that is away', async () => {
  const [zero, one] = await migrated()
  const config = await configure(zero, one, away)
  await owner(one, async ({ pool }) => {
    await pool.query(
      `insert into audit.checks (scope, scope_id, taken_at, verified_at, broken_number) values ('SOLUTION', 'x', now(), now(), 3)`,
    )
  })
  expect(await findings(config)).toEqual([
    'fault audit-log of 1: 1 audit logs have an entry that is missing or different.',
    expect.stringMatching(/^fault database of 2: It does not answer: /u),
  ])
  const lines: string[] = []
  const say = (line: string) => lines.push(line)
  expect(await doctor(config, [], say, now)).toBe(2)
  expect(lines.join('\n')).toMatch(/ ok {6}directory of cell 1: Cell 0 leads to each of the 0 /u)
  expect(lines.join('\n')).not.toContain('secret@')

  await owner(one, async ({ pool }) => void (await pool.query('delete from captcha.migrations where number = 130')))
  lines.length = 0
  expect(await checkUpgrade(config, ['--check'], say, { environment: {}, now })).toBe(2)
  expect(lines.join('\n')).toMatch(/ ok {6}migrations: None is pending/u)
  expect(lines.join('\n')).toMatch(/migrations of cell 1: 1 are pending/u)
  expect(lines.join('\n')).toMatch(/FAULT {3}database of cell 2: /u)
  lines.length = 0
  expect(await planEverySchema(config, ['--plan'], say)).toBe(0)
  expect(lines).toEqual(
    expect.arrayContaining([
      'Nothing: the database is as this release needs it.',
      expect.stringMatching(/^Cell 1: captcha\/0130-/u),
      expect.stringMatching(/^Cell 2: It does not answer, and is left out: /u),
    ]),
  )
  expect(await findings(config)).toContainEqual(expect.stringMatching(/^warning schema of 1: 1 migrations wait/u))

  const file = join(config.DATA_DIR, 'out.zip')
  await exportDiagnostics(config, ['--to', file], () => {}, {})
  const parts = unzipSync(readFileSync(file))
  const textOf = (name: string) => Buffer.from(parts[name] ?? []).toString()
  expect(JSON.parse(textOf('database-of-cell-1.json')).version[0].bytes).toMatch(/^\d{7}/u)
  expect(JSON.parse(textOf('database-of-cell-2.json'))).toEqual({ unavailable: expect.stringContaining('<ip>') })
  expect(JSON.parse(textOf('doctor.json')).findings).toContainEqual(
    expect.objectContaining({ code: 'database', cell: 2, state: 'fault' }),
  )
})

test('cells that were put in another order are told, and nothing is mended in them', async () => {
  const [zero, one] = await migrated()
  const other = await postgres.createDatabase(...schemasOfCell)
  const config = await configure(zero, other, one)
  expect(await findings(config)).toEqual([
    expect.stringMatching(/^fault cell of 1: The database of cell 1 is that of cell 0/u),
    expect.stringMatching(/^fault cell of 2: The database of cell 2 is that of cell 1/u),
  ])
  expect(await rebuild(config)).toEqual([
    1,
    expect.stringMatching(/^Cell 1: .*is that of cell 0/u),
    expect.stringMatching(/^Cell 2: .*is that of cell 1/u),
  ])
})

test(
  'two cells restored to two moments: what cell 0 had forgotten is found again, nothing counts twice, and what was erased is erased anew',
  { timeout: 90_000 },
  async () => {
    const [zero, one] = await migrated()
    const known = await running([zero, one], async (it) => {
      const site = await it.make()
      const [used, fresh] = [await visit(it, site), await visit(it, site)]
      expect(await verify(it, site, used)).toMatchObject({ success: true })
      return { site, used, fresh }
    })
    const backup = { zero: await postgres.copyDatabase(zero), one: await postgres.copyDatabase(one) }
    const made = await running([zero, one], async (it) => it.make())
    const later = { zero: await postgres.copyDatabase(zero), one: await postgres.copyDatabase(one) }

    // Cell 0 is of before the second captcha.
    const olderZero: [string, string] = [
      await postgres.copyDatabase(backup.zero),
      await postgres.copyDatabase(later.one),
    ]
    const first = await configure(...olderZero)
    expect(await findings(first)).toEqual([
      expect.stringMatching(/^warning directory of 1: Cell 0 has no solution for 1 captchas/u),
    ])
    expect(await rebuild(first)).toEqual([
      1,
      'Cell 1: Cell 0 leads to everything here that people have.',
      'Cell 1: 1 captchas belong to solutions that cell 0 has never heard of. They serve nobody.',
    ])
    // Of a moment when it had the solution, and not yet where its captcha is.
    await owner(olderZero[0], ({ pool }) =>
      pool.query(
        `insert into solution.solutions (id, label, type, created_by, created_at, updated_at) values ($1, 'Shop', 'CAPTCHA', 'ada', now(), now())`,
        [made.solutionId],
      ),
    )
    expect(await findings(first)).toEqual([
      expect.stringMatching(/^fault directory of 1: Cell 0 does not know where 1 solutions of this cell are/u),
    ])
    await running(olderZero, async (it) => {
      expect((await start(it.app, { siteKey: made.siteKey })).statusCode).toBe(404)
      const again = await verify(it, known.site, known.used)
      expect(again, 'a token that was used before').toMatchObject({ success: false })
      expect(await verify(it, known.site, known.fresh)).toMatchObject({ success: true })
    })
    expect(await rebuild(first)).toEqual([0, 'Cell 1: Cell 0 leads to 3 site keys, API keys and solutions again.'])
    expect(await rebuild(first)).toEqual([0, 'Cell 1: Cell 0 leads to everything here that people have.'])
    expect(await findings(first)).toEqual([])
    await running(olderZero, async (it) => {
      const response = await visit(it, made)
      expect(await verify(it, made, response)).toMatchObject({ success: true })
      expect((await it.make()).siteKey, 'the numbers go on').toMatch(/^bsk_/u)
    })

    // The other way round: cell 1 has never heard of the second captcha, and has the first one again, which is erased by now.
    const olderOne: [string, string] = [
      await postgres.copyDatabase(later.zero),
      await postgres.copyDatabase(backup.one),
    ]
    await owner(olderOne[0], async ({ pool }) => {
      await pool.query('update captcha.directory set settled = true')
      await pool.query('delete from captcha.directory where solution_id = $1', [known.site.solutionId])
      await pool.query(`update solution.solutions set lifecycle = 'DELETED' where id = $1`, [known.site.solutionId])
    })
    const second = await configure(...olderOne)
    expect(await findings(second)).toEqual([
      expect.stringMatching(/^fault directory of 1: 1 captchas that were erased are here again/u),
      expect.stringMatching(
        /^warning directory of 1: Cell 0 leads to 3 site keys, API keys and solutions that this cell/u,
      ),
    ])
    await running(olderOne, async (it) => {
      expect((await start(it.app, { siteKey: made.siteKey })).statusCode).toBe(404)
      expect((await start(it.app, { siteKey: known.site.siteKey })).statusCode).toBe(404)
      expect(await verify(it, made, 'x')).toMatchObject({ success: false, 'error-codes': ['invalid-input-secret'] })
      await expect
        .poll(() => rebuild(second), { timeout: 20_000, interval: 200 })
        .toEqual([0, expect.any(String), 'Cell 1: Erased 1 captchas anew.'])
    })
    const left = await owner(olderOne[1], ({ pool }) =>
      pool.query('select (select count(*) from captcha.sites) + (select count(*) from captcha.verifications) as n'),
    )
    expect(left.rows).toEqual([{ n: '0' }])
  },
)
