import { migrate, openDatabase } from '@bollard/database'
import { startTestDatabase, type TestDatabase } from '@bollard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { provisionWebsite } from './provision-website.ts'

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
  const sites = await Promise.all([1, 2, 3].map(() => provisionWebsite(db, 'example.org', provisionSite)))
  expect(sites).toEqual(Array.from({ length: 3 }, () => ({ siteKey: 'key 1', secretKey: 'secret 1' })))
  expect(made).toEqual([{ solutionId: expect.any(String), domains: ['example.org'] }])
  await db.close()
})

test('a website that moved to another host gets a site that is allowed there', async () => {
  const { db, made, provisionSite } = await freshDatabase()
  await provisionWebsite(db, 'localhost', provisionSite)
  expect(await provisionWebsite(db, 'example.org', provisionSite)).toEqual({ siteKey: 'key 2', secretKey: 'secret 2' })
  expect(await provisionWebsite(db, 'example.org', provisionSite)).toEqual({ siteKey: 'key 2', secretKey: 'secret 2' })
  expect(made.map((request) => request.domains)).toEqual([['localhost'], ['example.org']])
  await db.close()
})

test('nothing is kept when the site could not be made', async () => {
  const { db, provisionSite } = await freshDatabase()
  await expect(provisionWebsite(db, 'example.org', async () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await provisionWebsite(db, 'example.org', provisionSite)).toEqual({ siteKey: 'key 1', secretKey: 'secret 1' })
  await db.close()
})
