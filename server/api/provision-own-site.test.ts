import { migrate, openDatabase } from '@bollard/database'
import { startTestDatabase, type TestDatabase } from '@bollard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { provisionOwnSite } from './provision-own-site.ts'

let server: TestDatabase
beforeAll(async () => {
  server = await startTestDatabase()
})
afterAll(() => server.stop())

async function freshDatabase() {
  const db = openDatabase({ connectionString: await server.createDatabase() })
  await migrate(db, { schema: 'server', directory: new URL('../migrations/', import.meta.url) })
  const made: { solutionId: string; domains: string[] }[] = []
  const provisionSite = async (request: { solutionId: string; domains: string[] }) => {
    made.push(request)
    return { siteKey: `key ${made.length}`, secretKey: `secret ${made.length}` }
  }
  return { db, made, provisionSite }
}

test('the site of the website is made once, also by programs that start together', async () => {
  const { db, made, provisionSite } = await freshDatabase()
  const sites = await Promise.all([1, 2, 3].map(() => provisionOwnSite(db, 'website', ['example.org'], provisionSite)))
  expect(sites).toEqual(Array.from({ length: 3 }, () => ({ siteKey: 'key 1', secretKey: 'secret 1' })))
  expect(made).toEqual([{ solutionId: expect.any(String), domains: ['example.org'] }])
  await db.close()
})

test('a website that moved to another host gets a site that is allowed there', async () => {
  const { db, made, provisionSite } = await freshDatabase()
  await provisionOwnSite(db, 'website', ['localhost'], provisionSite)
  expect(await provisionOwnSite(db, 'website', ['example.org'], provisionSite)).toEqual({
    siteKey: 'key 2',
    secretKey: 'secret 2',
  })
  expect(await provisionOwnSite(db, 'website', ['example.org'], provisionSite)).toEqual({
    siteKey: 'key 2',
    secretKey: 'secret 2',
  })
  expect(made.map((request) => request.domains)).toEqual([['localhost'], ['example.org']])
  await db.close()
})

test('nothing is kept when the site could not be made', async () => {
  const { db, provisionSite } = await freshDatabase()
  await expect(
    provisionOwnSite(db, 'website', ['example.org'], async () => Promise.reject(new Error('away'))),
  ).rejects.toThrow('away')
  expect(await provisionOwnSite(db, 'website', ['example.org'], provisionSite)).toEqual({
    siteKey: 'key 1',
    secretKey: 'secret 1',
  })
  await db.close()
})

test('a site whose forms stand on two hosts is allowed on both, and on a host that they share once', async () => {
  const { db, made, provisionSite } = await freshDatabase()
  const both = ['example.org', 'status.example.org']
  const site = await provisionOwnSite(db, 'website', both, provisionSite)
  expect(await provisionOwnSite(db, 'website', both, provisionSite)).toEqual(site)
  await provisionOwnSite(db, 'website', ['localhost', 'localhost'], provisionSite)
  expect(made.map((request) => request.domains)).toEqual([both, ['localhost']])
  await db.close()
})

test('each of our sites has its own', async () => {
  const { db, made, provisionSite } = await freshDatabase()
  expect(await provisionOwnSite(db, 'website', ['localhost'], provisionSite)).toEqual({
    siteKey: 'key 1',
    secretKey: 'secret 1',
  })
  expect(await provisionOwnSite(db, 'identity', ['localhost'], provisionSite)).toEqual({
    siteKey: 'key 2',
    secretKey: 'secret 2',
  })
  expect(await provisionOwnSite(db, 'website', ['localhost'], provisionSite)).toEqual({
    siteKey: 'key 1',
    secretKey: 'secret 1',
  })
  expect(made).toHaveLength(2)
  await db.close()
})
