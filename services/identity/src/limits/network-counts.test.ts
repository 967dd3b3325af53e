import { auditMigrations } from '@bollard/audit'
import { openDatabase, type Queries } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { createNetworkCounts } from './network-counts.ts'
import { networksOf } from './networks.ts'

const limits = {
  signInPerSite: { limit: 2, seconds: 60 },
  signInPerProvider: { limit: 4, seconds: 60 },
  signInOfAll: { limit: 6, seconds: 60 },
}

const postgres = await startTestDatabase()
const connectionString = await postgres.createDatabase(auditMigrations, {
  schema: 'identity',
  directory: new URL('../migrations/', import.meta.url),
})
const databases = Array.from({ length: 20 }, () => openDatabase({ connectionString, max: 1 }))
const [db] = databases
afterAll(async () => {
  for (const one of databases) await one.close()
  await postgres.stop()
})

/** Counters that no other test has. */
let secrets = 0
async function startCounting(more: { limits?: typeof limits; asking?: readonly Queries[] } = {}) {
  const clock = { ms: 0 }
  const faults: unknown[] = []
  secrets += 1
  const processes = (more.asking ?? databases).map((asked) =>
    createNetworkCounts({
      limits,
      ...more,
      db: asked,
      secret: `secret ${secrets}`,
      now: () => new Date(clock.ms),
      onError: (error) => void faults.push(error),
    }),
  )
  const [first] = processes
  if (first === undefined) throw new Error('no process')
  const isAbove = async (ip: string) => (await first.count(ip)).isAbove
  const areAbove = async (ips: readonly string[]) => {
    const above: boolean[] = []
    for (const ip of ips) above.push(await isAbove(ip))
    return above
  }
  return { clock, faults, processes, count: (ip: string) => first.count(ip), isAbove, areAbove }
}

test('an address belongs to an operator, a site and a household', () => {
  expect(networksOf('2001:db8:7:ab:1:2:3:4')).toEqual(['2001:db8::/32', '2001:db8:7::/48', '2001:db8:7:ab::/64'])
  expect(networksOf('2001:DB8::1')).toEqual(['2001:db8::/32', '2001:db8:0::/48', '2001:db8:0:0::/64'])
  expect(networksOf('203.0.113.9')).toEqual(['203.0.0.0/16', '203.0.113.0/24', '203.0.113.9'])
})

test('a site, an operator and everybody have limits of their own, which end by themselves', async () => {
  const { clock, isAbove, areAbove } = await startCounting()
  expect(await areAbove(['1', '2', '3'].map((part) => `2001:db8:7:${part}::1`))).toEqual([false, false, true])
  expect(await areAbove(['8', '9'].map((part) => `2001:db8:${part}::1`))).toEqual([false, true])
  expect(await areAbove(['1', '2'].map((part) => `10.${part}.0.1`))).toEqual([false, true])
  clock.ms = 60_000
  expect(await isAbove('2001:db8:7:1::1')).toBe(false)
})

test('what is given back does not count, and not into the time that follows', async () => {
  const { clock, count, isAbove, areAbove } = await startCounting()
  for (let index = 0; index < 9; index += 1) await (await count('10.0.0.1')).giveBack()
  const late = await count('10.0.0.1')
  clock.ms = 60_000
  expect(await areAbove(['10.0.0.1', '10.0.0.1'])).toEqual([false, false])
  await late.giveBack()
  expect(await isAbove('10.0.0.1')).toBe(true)
})

test('a network that spreads its attempts over twenty processes is above its limit as soon as with one', async () => {
  const more = {
    signInPerSite: { limit: 60, seconds: 3600 },
    signInPerProvider: { limit: 300, seconds: 3600 },
    signInOfAll: { limit: 1_000, seconds: 600 },
  }
  const { processes, faults } = await startCounting({ limits: more })
  const below = async (addressOf: (n: number) => string) => {
    const all = await Promise.all(Array.from({ length: 500 }, (_, n) => processes[n % 20]?.count(addressOf(n))))
    return all.filter((counted) => counted?.isAbove === false).length
  }
  expect(await below((n) => `203.0.113.${n % 250}`)).toBe(60)
  // What is left of the limit of the operator, for other sites of it.
  expect(await below((n) => `203.0.${n % 100}.1`)).toBeLessThanOrEqual(300 - 60)
  expect(faults).toEqual([])
})

test('a network above its limit is asked about once a second, and a flood leaves few rows', async () => {
  let statements = 0
  if (db === undefined) throw new Error('no database')
  const watched = new Proxy(db, {
    get(target, name: keyof typeof db) {
      if (name === 'query') statements += 1
      return target[name]
    },
  })
  const { clock, isAbove } = await startCounting({ asking: [watched] })
  const before = await countRows()
  for (let index = 0; index < 5_000; index += 1)
    await isAbove(`2a00:${(index >> 8).toString(16)}:${(index & 255).toString(16)}::1`)
  expect(await isAbove('203.0.113.1'), 'a stranger passes a captcha, too').toBe(true)
  expect(statements).toBeLessThan(10)
  expect((await countRows()) - before).toBeLessThan(20)
  clock.ms = 1_000
  const asked = statements
  expect([await isAbove('203.0.113.1'), statements]).toEqual([true, asked + 1])
})

test('while the database does not answer, the process counts alone and says so', async () => {
  const gone = openDatabase({ connectionString, max: 1 })
  await gone.close()
  const { areAbove, faults, count } = await startCounting({ asking: [gone] })
  await (await count('10.0.0.1')).giveBack()
  expect(await areAbove(['10.0.0.1', '10.0.0.2', '10.0.0.3'])).toEqual([false, false, true])
  expect(faults).not.toEqual([])
})

async function countRows(): Promise<number> {
  const found = await db?.pool.query<{ n: number }>('select count(*)::int as n from identity.rate_limits')
  return found?.rows[0]?.n ?? 0
}
