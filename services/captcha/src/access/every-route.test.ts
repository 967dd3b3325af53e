import { captchaRoutes, type Role, roles, type Route } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { addressOf, goodBodies } from '../testing/good-bodies.ts'
import { makeSite, startCluster } from '../testing/start-service.ts'
import { codeOf } from '../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
/** Of operators, by their id and that of the solution. */
const visits: string[] = []
const it = await cluster.startService({
  noteVisit: async ({ userId }, { id }) => void visits.push(`${userId} ${id}`),
})
const site = await makeSite(it)
const other = await makeSite(it)
for (const role of roles) it.roles.set(`${role} ${site.solutionId}`, role)
// The admin of another solution.
it.roles.set(`stranger ${other.solutionId}`, 'ADMIN')

/** Those about the whole installation have a test of their own. */
const routes: Route[] = Object.values(captchaRoutes).filter(
  ({ access }: Route) => access.audience === 'session' && access.operator !== 'only',
)
const bodies: Partial<Record<string, object>> = goodBodies(it.clock.now)

async function call({ id, method, path, body }: Route, headers: Record<string, string>, solutionId = site.solutionId) {
  // Nobody's calls are to be held up by those of the tests before.
  it.clock.now += 1_000
  return it.app.inject({
    method,
    url: addressOf(path, solutionId),
    headers,
    ...(body ? { payload: bodies[id] ?? {} } : {}),
  })
}

function said(answer: Awaited<ReturnType<typeof call>>): string {
  return answer.statusCode < 400 ? String(answer.statusCode) : `${answer.statusCode} ${codeOf(answer)}`
}

/** The least role, as the contract says. */
function lowestOf({ id, access: { role } }: Route): Role {
  if (role === undefined) throw new Error(`${id} tells nobody who may call it`)
  return role
}

test.for(routes.map((route): [string, Route] => [route.id, route]))(
  '%s opens to those whom its description names, and to nobody else',
  async ([, route]) => {
    const lowest = lowestOf(route)
    const nobody = await call(route, {})
    expect([nobody.statusCode, codeOf(nobody)]).toEqual([401, 'unauthenticated'])
    const stranger = await call(route, { cookie: 'stranger' })
    expect([stranger.statusCode, codeOf(stranger)]).toEqual([404, 'not-found'])
    for (const role of roles) {
      const isEnough = roles.indexOf(role) >= roles.indexOf(lowest)
      // A stream that is opened would not end by itself; its own tests read it.
      if (isEnough && route.response.stream && route.id === 'streamSite') continue
      const answer = await call(route, { cookie: role })
      if (isEnough) expect([401, 403, 500, 503]).not.toContain(answer.statusCode)
      else expect([role, answer.statusCode, codeOf(answer)]).toEqual([role, 403, 'role-too-low'])
    }
  },
)

test.for(routes.map((route): [string, Route] => [route.id, route]))(
  '%s shows an administrator of the installation what a viewer reads, which is noted, and changes nothing for them',
  async ([, route]) => {
    visits.length = 0
    if (route.access.operator === undefined) {
      expect(said(await call(route, { cookie: 'operator' }))).toBe('404 not-found')
      expect(visits).toEqual([])
    } else if (route.id !== 'streamSite') {
      const [asOperator, asViewer] = [
        await call(route, { cookie: 'operator' }),
        await call(route, { cookie: 'VIEWER' }),
      ]
      expect(said(asOperator)).toBe(said(asViewer))
      expect(visits).toEqual([`operator ${site.solutionId}`])
      expect(route.access.role).toBe('VIEWER')
    }
  },
)

test.for(routes.map((route): [string, Route] => [route.id, route]))(
  '%s tells the admin of another solution the same as of one that does not exist',
  async ([, route]) => {
    const nowhere = '01941f29-7c00-7000-8000-0000000000ff'
    const [foreign, missing] = [
      await call(route, { cookie: 'stranger' }),
      await call(route, { cookie: 'stranger' }, nowhere),
    ]
    const { requestId: _foreign, ...said } = foreign.json<Record<string, unknown>>()
    const { requestId: _missing, ...wouldSay } = missing.json<Record<string, unknown>>()
    expect(said).toEqual(wouldSay)
  },
)

test('an API key opens what its scope says, of its own solution, and never keys and environments', async () => {
  const key = async (scopes: string[], of = site, admin = 'ADMIN') => {
    it.clock.now += 1_000
    const made = await it.app.inject({
      method: 'POST',
      url: `/captcha/v1/sites/${of.solutionId}/api-keys`,
      headers: { cookie: admin },
      payload: { name: 'Key', scopes, environmentId: null, networks: [], expiresAt: null },
    })
    return { authorization: `Bearer ${made.json<{ secretKey: string }>().secretKey}` }
  }
  const [verify, statistics, manage, foreign] = [
    await key(['verify']),
    await key(['statistics']),
    await key(['manage']),
    await key(['manage', 'statistics'], other, 'stranger'),
  ]
  const opened: Record<string, string[]> = { verify: [], statistics: [], manage: [], foreign: [] }
  for (const route of routes) {
    if (route.id === 'streamSite') continue
    for (const [name, headers] of Object.entries({ verify, statistics, manage, foreign })) {
      const answer = await call(route, headers)
      if (![401, 403].includes(answer.statusCode) && (answer.statusCode !== 404 || name !== 'foreign'))
        opened[name]?.push(route.id)
    }
  }
  const readable = routes
    .filter((route) => lowestOf(route) === 'VIEWER' && route.id !== 'streamSite')
    .map(({ id }) => id)
  expect(opened['verify']).toEqual([])
  expect(opened['foreign']).toEqual([])
  expect((opened['statistics'] ?? []).filter((id) => !readable.includes(id))).toEqual([])
  expect(opened['statistics']).toEqual(
    expect.arrayContaining(['getStatistics', 'listVerifications', 'getVerification', 'listRules', 'getSiteSettings']),
  )
  expect(opened['manage']).toEqual(expect.arrayContaining(['putSiteSettings', 'createRule', 'putRuleForms']))
  for (const id of [
    'createApiKey',
    'rotateApiKey',
    'revokeApiKey',
    'updateApiKey',
    'createBypassKey',
    'createEnvironment',
    'archiveEnvironment',
  ])
    expect(opened['manage']).not.toContain(id)
})
