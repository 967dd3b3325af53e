import { randomUUID } from 'node:crypto'
import { accuracySchema, captchaRoutes, type Role } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { makeSite, startCluster, type TestSite } from '../../testing/start-service.ts'
import { codeOf, pass, visit } from '../../testing/walk-through.ts'
import { summarise } from './get-accuracy.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const people: Record<string, Role> = { vera: 'VIEWER', mia: 'MEMBER', ada: 'ADMIN' }

async function makeTeam(): Promise<TestSite> {
  const site = await makeSite(it)
  for (const [name, role] of Object.entries(people)) it.roles.set(`${name} ${site.solutionId}`, role)
  return site
}

function call(method: 'GET' | 'PUT' | 'DELETE', path: string, cookie?: string, body?: object) {
  return it.app.inject({
    method,
    url: `/captcha/v1/sites/${path}`,
    headers: cookie === undefined ? {} : { cookie },
    ...(body === undefined ? {} : { payload: body }),
  })
}

async function read({ solutionId }: TestSite, verificationId: string) {
  const response = await call('GET', `${solutionId}/verifications/${verificationId}`, 'vera')
  return captchaRoutes.getVerification.response.schema.parse(response.json()).feedback
}

async function accuracyOf({ solutionId }: TestSite, period = '30d') {
  return accuracySchema.parse((await call('GET', `${solutionId}/accuracy?period=${period}`, 'vera')).json())
}

function say(of: TestSite, verificationId: string, said: 'PERSON' | 'BOT') {
  return call('PUT', `${of.solutionId}/verifications/${verificationId}/feedback`, 'mia', { label: said })
}

test('a member tells what a visitor was, changes it and takes it back; the log and the detail show it', async () => {
  const site = await makeTeam()
  const { verificationId } = await pass(it.app, site.siteKey)
  const address = `${site.solutionId}/verifications/${verificationId}/feedback`
  expect(await read(site, verificationId)).toBeNull()
  for (const [name, label] of [
    ['mia', 'PERSON'],
    ['mia', 'BOT'],
    ['ada', 'PERSON'],
  ] as const) {
    it.clock.now += 1_000
    const stands = { label, at: new Date(it.clock.now).toISOString(), by: 'MEMBER', comment: null }
    const response = await call('PUT', address, name, { label })
    expect([response.statusCode, response.json()]).toEqual([200, stands])
    expect(await read(site, verificationId)).toEqual(stands)
  }
  const log = captchaRoutes.listVerifications.response.schema.parse(
    (await call('GET', `${site.solutionId}/verifications`, 'vera')).json(),
  )
  expect(log.items).toMatchObject([{ verificationId, feedback: { label: 'PERSON' } }])
  // Taking back what is not there is no fault.
  for (const name of ['mia', 'ada']) expect((await call('DELETE', address, name)).statusCode).toBe(204)
  expect(await read(site, verificationId)).toBeNull()
})

test('nobody without a session, no viewer, no stranger and no member of another tenant says anything', async () => {
  const [site, other] = [await makeTeam(), await makeTeam()]
  it.roles.set(`olaf ${other.solutionId}`, 'ADMIN')
  const { verificationId } = await pass(it.app, site.siteKey)
  const own = `${site.solutionId}/verifications/${verificationId}/feedback`
  const through = `${other.solutionId}/verifications/${verificationId}/feedback`
  const refusals = [
    [own, undefined, 401, 'unauthenticated'],
    [own, 'vera', 403, 'role-too-low'],
    [own, 'stranger', 404, 'not-found'],
    [own, 'olaf', 404, 'not-found'],
    [through, 'olaf', 404, 'not-found'],
  ] as const
  await call('PUT', own, 'mia', { label: 'PERSON' })
  for (const [path, name, status, code] of refusals) {
    for (const response of [await call('PUT', path, name, { label: 'BOT' }), await call('DELETE', path, name)])
      expect([path, name, response.statusCode, codeOf(response)]).toEqual([path, name, status, code])
  }
  expect(await read(site, verificationId)).toMatchObject({ label: 'PERSON' })
  const [anonymous, stranger] = [
    await call('GET', `${site.solutionId}/accuracy`),
    await call('GET', `${site.solutionId}/accuracy`, 'olaf'),
  ]
  expect([codeOf(anonymous), codeOf(stranger)]).toEqual(['unauthenticated', 'not-found'])
})

test('what is no verification of the log, no label or no period is refused', async () => {
  const site = await makeTeam()
  const { verificationId } = await pass(it.app, site.siteKey)
  // The same millisecond, so only the random part differs; and an id that carries no time.
  const other = `${verificationId.slice(0, -4)}${verificationId.endsWith('0000') ? '1111' : '0000'}`
  for (const id of [other, randomUUID()]) {
    for (const response of [
      await call('PUT', `${site.solutionId}/verifications/${id}/feedback`, 'mia', { label: 'BOT' }),
      await call('DELETE', `${site.solutionId}/verifications/${id}/feedback`, 'mia'),
    ])
      expect([response.statusCode, codeOf(response)]).toEqual([404, 'not-found'])
  }
  const address = `${site.solutionId}/verifications/${verificationId}/feedback`
  for (const body of [{}, { label: 'MAYBE' }, { label: null }])
    expect(codeOf(await call('PUT', address, 'mia', body))).toBe('validation-failed')
  expect(codeOf(await call('PUT', address, 'mia', { label: 'BOT', comment: 'x' }))).toBe('unknown-field')
  expect(codeOf(await call('GET', `${site.solutionId}/accuracy?period=1y`, 'vera'))).toBe('invalid-parameter')
})

test('the accuracy counts labelled visitors by what became of them, of this site and this period alone', async () => {
  const [site, other] = [await makeTeam(), await makeTeam()]
  const nothing = { passed: 0, flagged: 0, refused: 0 }
  expect(await accuracyOf(site)).toMatchObject({
    people: nothing,
    bots: nothing,
    refusedPeople: null,
    delayedPeople: null,
    missedBots: null,
  })

  for (let index = 0; index < 3; index++) await say(site, (await pass(it.app, site.siteKey)).verificationId, 'PERSON')
  await say(site, (await pass(it.app, site.siteKey)).verificationId, 'BOT')
  for (const said of ['PERSON', 'BOT'] as const)
    await say(site, (await visit(it.app, site.siteKey, { collected: ['webdriver'] })).verificationId, said)
  await say(other, (await pass(it.app, other.siteKey)).verificationId, 'BOT')
  // Not labelled, so it counts nowhere.
  await pass(it.app, site.siteKey)

  const found = await accuracyOf(site)
  expect(found).toMatchObject({
    people: { passed: 3, flagged: 0, refused: 1 },
    bots: { passed: 1, flagged: 0, refused: 1 },
    refusedPeople: { count: 1, of: 4, share: 0.25 },
    delayedPeople: { count: 0, of: 4, share: 0, low: 0 },
    missedBots: { count: 1, of: 2, share: 0.5 },
  })
  expect(found.refusedPeople?.low).toBeCloseTo(0.0456, 4)
  expect(found.refusedPeople?.high).toBeCloseTo(0.6994, 4)

  it.clock.now += 2 * 86_400_000
  expect(await accuracyOf(site, '24h')).toMatchObject({ people: nothing, refusedPeople: null })
  expect(await accuracyOf(site, '7d')).toMatchObject({ refusedPeople: { of: 4 } })
  it.clock.now -= 2 * 86_400_000
})

test('people who had to do more work are counted apart from those who were refused, whether or not a doubt stayed', () => {
  const person = { label: 'PERSON', n: 1 } as const
  const [passed, flagged, refused] = [0, 1, 2]
  const found = summarise([
    { ...person, outcome: passed, delayed: false, n: 6 },
    { ...person, outcome: passed, delayed: true, n: 2 },
    { ...person, outcome: flagged, delayed: true },
    { ...person, outcome: refused, delayed: true },
    { label: 'BOT', outcome: flagged, delayed: true, n: 4 },
    { label: 'BOT', outcome: refused, delayed: false, n: 12 },
  ])
  expect(found).toMatchObject({
    people: { passed: 8, flagged: 1, refused: 1 },
    refusedPeople: { count: 1, of: 10 },
    delayedPeople: { count: 3, of: 10 },
    missedBots: { count: 4, of: 16, share: 0.25 },
  })
})
