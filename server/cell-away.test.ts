import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@bollard/database'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { addressesOfRoles } from '@bollard/database/roles'
import { createSolver } from '@bollard/proof-of-work'
import { makeTestFolder, startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { composeMigrate } from './compose-migrate.ts'
import { schemas } from './migrate-every-schema.ts'
import { childrenOf } from './testing/children-of.ts'
import { makeCaptchas } from './testing/make-captchas.ts'
import { endOf, freePorts, startProduct } from './testing/start-product.ts'
import { visit } from './testing/visit.ts'

/** Cell 0 lies on the server of all tests, cell 1 on one of its own, which is killed. */
const postgres = await startTestDatabase()
const folder = await makeTestFolder()
const dataDirectory = join(folder.path, 'one')
const startOne = () => startEmbeddedPostgres({ dataDirectory, log: () => undefined })
let one = await startOne()
const urls = [await postgres.createDatabase(...schemas), one.connectionString] as const
const encryptionKey = randomBytes(32).toString('hex')
const addresses = (databaseUrl: string) => ({ databaseUrl, databases: addressesOfRoles(databaseUrl, encryptionKey) })
await composeMigrate({ name: 'migrate', ...addresses(urls[0]), encryptionKey, cells: [addresses(urls[1])] })
const captchas = await makeEasyCaptchas()
const product = await startProduct(await freePorts(), join(folder.path, 'edge'), {
  ROLE: 'edge',
  NODE_ENV: 'production',
  TRUSTED_PROXIES: '127.0.0.1',
  EDGE_DATABASE_URL: addresses(urls[0]).databases.bollard_edge,
  CELL_URLS: addresses(urls[1]).databases.bollard_edge,
  CAPTCHA_SIGNING_KEYS: randomBytes(32).toString('hex'),
})
afterAll(async () => {
  product.supervisor.kill('SIGTERM')
  await endOf(product.supervisor)
  await one.stop()
  await postgres.stop()
  await folder.remove()
})

/** One in each cell, whose work is the least that owners can set. */
async function makeEasyCaptchas(): ReturnType<typeof makeCaptchas> {
  const [first, second] = urls.map((connectionString) => openDatabase({ connectionString, max: 2 }))
  if (first === undefined || second === undefined) throw new Error('there are two cells')
  const made = await makeCaptchas(first, second)
  const easy = JSON.stringify({ difficulty: -50, volumeBudgets: false, underAttack: 'OFF' })
  for (const db of [first, second]) {
    await db.query('', 'update captcha.sites set settings = settings || $1::jsonb, changed_at = clock_timestamp()', [
      easy,
    ])
    await db.close()
  }
  return made
}

const solver = await createSolver({ wasm: true })
let visitors = 0
/** Whether one visitor's whole verification with its token is acknowledged. */
async function passes(cell: 0 | 1): Promise<boolean> {
  visitors += 1
  const done = await visit({
    apiUrl: product.apiUrl,
    origin: 'https://shop.example',
    ...(captchas[cell] ?? expect.unreachable()),
    solver,
    address: `198.51.${visitors >> 8}.${visitors % 256}`,
    mayAnswer: async () => {},
  })
  return done?.redeemed === true
}

test(
  'while the PostgreSQL of one cell is dead, each verification of the other is acknowledged, and the cell comes back by itself',
  { timeout: 60_000 },
  async () => {
    const three = (cell: 0 | 1) => Promise.all([passes(cell), passes(cell), passes(cell)])
    expect(await Promise.all([passes(0), passes(1)])).toEqual([true, true])
    const postmaster = Number(readFileSync(join(dataDirectory, 'cluster/postmaster.pid'), 'utf8').split('\n', 1)[0])
    for (const pid of [postmaster, ...childrenOf(postmaster)]) process.kill(pid, 'SIGKILL')
    // What watches over it would start it again.
    await one.stop()
    // At once, so that those whose cell is away would hold up the others.
    expect(await Promise.all([three(1), three(0)])).toEqual([
      [false, false, false],
      [true, true, true],
    ])
    one = await startOne()
    await expect.poll(() => passes(1), { timeout: 20_000 }).toBe(true)
    expect(await passes(0)).toBe(true)
  },
)
