import { randomUUIDv7 } from 'node:crypto'
import { captchaRoutes, type Role, savedFilterSchema, savedFiltersMax } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { insertTestSite, mountAlone, startDatabases } from '../../testing/start-database.ts'
import { codeOf } from '../../testing/walk-through.ts'
import { mountSavedFilters } from './routes.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const { db } = await databases.create()
const roles = new Map<string, Role>()
const app = await mountAlone(db, roles, (scope) => mountSavedFilters(scope, { db, now: () => new Date() }))
afterAll(() => app.close())

async function makeSite(...people: string[]) {
  const solutionId = randomUUIDv7()
  for (const name of people) roles.set(`${name} ${solutionId}`, 'VIEWER')
  await insertTestSite(db, solutionId)
  return solutionId
}
const send = (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, cookie: string, payload?: object) =>
  app.inject({
    method,
    url: `/captcha/v1/sites/${path}`,
    headers: { cookie },
    ...(payload === undefined ? {} : { payload }),
  })
const save = (solutionId: string, cookie: string, name: string, filters: object = { country: 'DE' }) =>
  send('POST', `${solutionId}/saved-filters`, cookie, { name, filters })
const list = async (solutionId: string, cookie: string) =>
  captchaRoutes.listSavedFilters.response.schema.parse(
    (await send('GET', `${solutionId}/saved-filters`, cookie)).json(),
  ).items

test('a person finds the filters that they saved, by name and as they were, and nobody else does', async () => {
  const solutionId = await makeSite('vera', 'walt')
  await save(solutionId, 'vera', 'waiting', { fetched: 'NEVER' })
  const made = await save(solutionId, 'vera', 'Blocked or suspicious', { outcome: 'REFUSED,FLAGGED', scoreFrom: '0.5' })
  expect(made.statusCode).toBe(201)
  expect((await list(solutionId, 'vera')).map(({ name, filters }) => [name, filters])).toEqual([
    ['Blocked or suspicious', { outcome: ['REFUSED', 'FLAGGED'], scoreFrom: 0.5 }],
    ['waiting', { fetched: 'NEVER' }],
  ])
  expect(await list(solutionId, 'walt')).toEqual([])
})

test('only the person who saved a filter renames and deletes it, and only at its own site', async () => {
  const [mine, other] = [await makeSite('vera', 'walt'), await makeSite('vera')]
  const { id } = savedFilterSchema.parse((await save(mine, 'vera', 'Mine')).json())
  for (const [solutionId, who] of [
    [mine, 'walt'],
    [mine, 'stranger'],
    [other, 'vera'],
  ] as const) {
    const renamed = await send('PUT', `${solutionId}/saved-filters/${id}`, who, { name: 'Taken over' })
    const deleted = await send('DELETE', `${solutionId}/saved-filters/${id}`, who)
    expect([codeOf(renamed), codeOf(deleted)]).toEqual(['not-found', 'not-found'])
  }
  expect((await list(mine, 'vera')).map(({ name }) => name)).toEqual(['Mine'])
  expect((await send('PUT', `${mine}/saved-filters/${id}`, 'vera', { name: 'Renamed' })).json()).toMatchObject({
    id,
    name: 'Renamed',
    filters: { country: 'DE' },
  })
  expect((await send('DELETE', `${mine}/saved-filters/${id}`, 'vera')).statusCode).toBe(204)
  expect(await list(mine, 'vera')).toEqual([])
})

test('a name is used once by a person, and once by each', async () => {
  const solutionId = await makeSite('vera', 'walt')
  await save(solutionId, 'vera', 'Same')
  const second = savedFilterSchema.parse((await save(solutionId, 'vera', 'Other')).json())
  expect(codeOf(await save(solutionId, 'vera', ' Same '))).toBe('state-conflict')
  const path = `${solutionId}/saved-filters/${second.id}`
  expect(codeOf(await send('PUT', path, 'vera', { name: 'Same' }))).toBe('state-conflict')
  expect((await send('PUT', path, 'vera', { name: 'Other' })).statusCode).toBe(200)
  expect((await save(solutionId, 'walt', 'Same')).statusCode).toBe(201)
})

test('what is no filter, and what the site never had, is not saved', async () => {
  const [mine, other] = [await makeSite('vera'), await makeSite('vera')]
  const [environment] = await db.query<{ id: string }>(
    'test-environment',
    `select e.public_id as id from captcha.environments e join captcha.sites s on s.id = e.site_id where s.solution_id = $1`,
    [other],
  )
  expect(codeOf(await save(mine, 'vera', 'Odd', { colour: 'red' }))).toBe('unknown-field')
  expect(codeOf(await save(mine, 'vera', '', {}))).toBe('validation-failed')
  expect(codeOf(await save(mine, 'vera', 'Foreign', { environmentId: environment?.id }))).toBe('invalid-parameter')
  expect(await list(mine, 'vera')).toEqual([])
})

test('a person keeps as many as are allowed, even when the last ones come at once', async () => {
  const solutionId = await makeSite('vera')
  const answers = await Promise.all(
    Array.from({ length: savedFiltersMax + 3 }, async (_, index) => save(solutionId, 'vera', `Filter ${index}`)),
  )
  const refused = answers.filter(({ statusCode }) => statusCode !== 201)
  expect(refused.map((answer) => codeOf(answer))).toEqual(['quota-exceeded', 'quota-exceeded', 'quota-exceeded'])
  expect(await list(solutionId, 'vera')).toHaveLength(savedFiltersMax)
})
