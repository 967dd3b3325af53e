import { captchaRoutes, type Route } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import { afterAll, expect, test } from 'vitest'
import { changingCalls, changingRoutes } from '../testing/audit/changing-calls.ts'
import { addressOf, goodBodies } from '../testing/good-bodies.ts'
import { makeSite, startCluster } from '../testing/start-service.ts'
import { pass } from '../testing/walk-through.ts'

/** A statement of people's pool, and as whom and for which site PostgreSQL says it ran. */
interface Seen {
  readonly name: string
  readonly role: string
  readonly site: string | null
}

const seen: Seen[] = []
const whoSql = `select current_user::text as role, nullif(current_setting('bollard.site', true), '') as site`

/** Asks the server before each statement of a transaction; outside of one a statement has the role of the pool. */
function watch(db: Database): Database {
  const watched = (tx: Queries): Queries => ({
    query: async (name: string, text: string, values?: readonly unknown[]) => {
      const [who] = await tx.query<Omit<Seen, 'name'>>('test-who', whoSql)
      if (who !== undefined) seen.push({ name, ...who })
      return tx.query<never>(name, text, values)
    },
  })
  return {
    ...db,
    query: (name: string, text: string, values?: readonly unknown[]) => {
      seen.push({ name, role: 'bollard_api', site: null })
      return db.query<never>(name, text, values)
    },
    transaction: (work, limits) => db.transaction((tx) => work(watched(tx)), limits),
  }
}

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService({ watch })
/** What the gate asks before it knows the site, the keys of repeated calls, and the live view, which reads for all its readers at once. */
const unbound = [
  'captcha-site-of-solution',
  'captcha-repeat-take',
  'captcha-repeat-find',
  'captcha-repeat-release',
  'take-role',
]
const bySession = Object.values(captchaRoutes).filter(({ access }: Route) => access.audience === 'session')

async function numberOf(solutionId: string): Promise<string> {
  const [row] = await it.db.query<{ id: number }>('test-site', 'select id from captcha.sites where solution_id = $1', [
    solutionId,
  ])
  return String(row?.id)
}

/** As whom the statements of a call ran, apart from those of the gate. */
async function rolesOf(call: () => Promise<unknown>): Promise<Omit<Seen, 'name'>[]> {
  seen.length = 0
  await call()
  return seen.filter(({ name }) => !unbound.includes(name)).map(({ role, site }) => ({ role, site }))
}

const changing = changingCalls(it)
test.for(changingRoutes.map((route): [string, Route] => [route.id, route]))(
  '%s changes what it does as a role that is bound to the site',
  async ([, route]) => {
    const { site, by, send } = await changing.prepare(route)
    const number = await numberOf(site.solutionId)
    const ran = await rolesOf(async () => {
      const answer = await send(by)
      expect([answer.statusCode, answer.body]).toEqual([route.response.status, answer.body])
    })
    expect(ran).not.toEqual([])
    for (const one of ran) expect(one).toEqual({ role: 'bollard_captcha', site: number })
  },
)

test('every other call of an owner, whatever it answers, asks nothing that is not bound', async () => {
  const site = await makeSite(it)
  it.roles.set(`ada ${site.solutionId}`, 'ADMIN')
  await pass(it.app, site.siteKey)
  const number = await numberOf(site.solutionId)
  const bodies: Partial<Record<string, object>> = goodBodies(it.clock.now)
  const asked = new Set<string>()
  for (const { id, method, path, body, response, access } of bySession as Route[]) {
    // A stream never ends by itself, and what operators do is about no site.
    if ((response.stream && id === 'streamSite') || access.operator === 'only') continue
    it.clock.now += 1_000
    const ran = await rolesOf(async () => {
      const answer = await it.app.inject({
        method,
        url: addressOf(path, site.solutionId),
        headers: { cookie: 'ada', ...(method === 'POST' ? { 'idempotency-key': id } : {}) },
        ...(body ? { payload: bodies[id] ?? {} } : {}),
      })
      expect(answer.statusCode, id).not.toBe(500)
    })
    if (ran.length > 0) asked.add(id)
    for (const one of ran) expect({ id, ...one }).toEqual({ id, role: 'bollard_captcha', site: number })
  }
  expect([...asked]).toEqual(
    expect.arrayContaining([
      'getSite',
      'getStatistics',
      'listVerifications',
      'listRules',
      'exportDirectly',
      'listOutages',
    ]),
  )
})

test('a stranger and the admin of another solution bind nothing, and ask for the site at most', async () => {
  const [mine, other] = [await makeSite(it), await makeSite(it)]
  it.roles.set(`otto ${other.solutionId}`, 'ADMIN')
  for (const cookie of ['stranger', 'otto'])
    expect(
      await rolesOf(() => it.app.inject({ url: `/captcha/v1/sites/${mine.solutionId}/rules`, headers: { cookie } })),
    ).toEqual([])
})

test('calls of two sites at the same time are bound each to its own', async () => {
  const sites = await Promise.all([makeSite(it), makeSite(it)])
  for (const { solutionId } of sites) it.roles.set(`ada ${solutionId}`, 'ADMIN')
  const listed = await Promise.all(
    Array.from({ length: 20 }, async (_, turn) => {
      const { solutionId, siteKey } = sites[turn % 2] ?? sites[0]
      const answer = await it.app.inject({
        url: `/captcha/v1/sites/${solutionId}/environments`,
        headers: { cookie: 'ada' },
      })
      return (
        answer
          .json<{ items: { siteKey: string }[] }>()
          .items.map((one) => one.siteKey)
          .join() === siteKey
      )
    }),
  )
  expect(new Set(listed)).toEqual(new Set([true]))
})
