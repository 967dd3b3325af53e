import { randomBytes } from 'node:crypto'
import { testSecretKeys } from '@bollard/contracts'
import { collectedFor } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { cellOfNumber } from '../records/cells/cell-numbers.ts'
import { becomeCell, requireCell } from '../records/cells/own-cell.ts'
import { compareDirectory } from '../records/cells/compare-directory.ts'
import { settleDirectory } from '../records/cells/directory.ts'
import { createVerificationId } from '../records/store/verification-id.ts'
import { makeSite, startCluster, type TestService, type TestSite } from '../testing/start-service.ts'
import type { RepeatJob } from '../upkeep/background.ts'
import { solve } from '../testing/browser.ts'
import { answer, codeOf, pass, siteverify, start, started } from '../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())

const tokenOf = async (...visit: Parameters<typeof pass>): Promise<string> => (await pass(...visit)).token

/** A service over two cells, with a site in each. */
async function startCells() {
  let cell = 0
  const it = await cluster.startService({ cells: 2, cellOfNewSite: () => cell })
  const [zero, one] = it.cells
  if (zero === undefined || one === undefined) throw new Error('there are two cells')
  const siteIn = async (number: number): Promise<TestSite> => {
    cell = number
    return makeSite(it)
  }
  return { it, zero, one, sites: [await siteIn(0), await siteIn(1)] as const, siteIn }
}

function call(it: TestService, site: TestSite, path: string, method: 'GET' | 'POST' | 'PUT' = 'GET', payload?: object) {
  it.roles.set(`ada ${site.solutionId}`, 'ADMIN')
  return it.app.inject({
    method,
    url: `/captcha/v1/sites/${site.solutionId}${path}`,
    headers: { cookie: 'ada' },
    ...(payload === undefined ? {} : { payload }),
  })
}

const { it, zero, one, sites, siteIn } = await startCells()
const [near, far] = sites
const countIn = async (cell: typeof zero, table: string): Promise<number> =>
  (await cell.db.query<{ n: number }>(`count-${table}`, `select count(*)::int as n from captcha.${table}`))[0]?.n ?? 0

test('a site is in the cell that its number tells, with everything of it, and the other has nothing', async () => {
  for (const [number, cell] of [zero, one].entries()) {
    const rows = await cell.db.query<{ id: number }>(
      'ids',
      `select id from captcha.sites union all select id from captcha.environments union all select id from captcha.api_keys`,
    )
    expect(rows).toHaveLength(3)
    expect(new Set(rows.map(({ id }) => cellOfNumber(id)))).toEqual(new Set([number]))
  }
  expect([await countIn(zero, 'directory'), await countIn(one, 'directory')]).toEqual([6, 0])
})

test('a visitor of each cell starts, answers and is verified once, and the row is in that cell alone', async () => {
  for (const [site, own, other] of [
    [near, zero, one],
    [far, one, zero],
  ] as const) {
    const before = [await countIn(own, 'verifications'), await countIn(other, 'verifications')]
    const token = await tokenOf(it.app, site.siteKey)
    const [first, second] = [
      await siteverify(it.app, { secret: site.secretKey, response: token }),
      await siteverify(it.app, { secret: site.secretKey, response: token }),
    ]
    expect(first).toMatchObject({ success: true })
    expect(second).toMatchObject({ success: false, 'error-codes': ['timeout-or-duplicate', 'token-already-used'] })
    expect([await countIn(own, 'verifications'), await countIn(other, 'verifications')]).toEqual([
      (before[0] ?? 0) + 1,
      before[1],
    ])
  }
})

test('neither a token nor a key of one cell is good for the other', async () => {
  const token = await tokenOf(it.app, far.siteKey)
  expect(await siteverify(it.app, { secret: near.secretKey, response: token })).toMatchObject({ success: false })
  expect(
    await siteverify(it.app, { secret: far.secretKey, response: await tokenOf(it.app, near.siteKey) }),
  ).toMatchObject({
    success: false,
  })
  const asKey = (site: TestSite, of: TestSite) =>
    it.app.inject({ url: `/captcha/v1/sites/${of.solutionId}`, headers: { authorization: `Bearer ${site.secretKey}` } })
  expect(codeOf(await asKey(near, far))).toBe(codeOf(await asKey(far, near)))
  expect(await siteverify(it.app, { secret: far.secretKey, response: token })).toMatchObject({ success: true })
})

test('an owner sees and changes a site of cell 1 as one of cell 0, and the audit entries lie beside it', async () => {
  expect((await call(it, far, '')).json()).toMatchObject({ siteKey: far.siteKey })
  const { settings, version } = await call(it, far, '/settings').then((answer) => {
    const { version: number, ...rest } = answer.json<Record<string, unknown>>()
    return { settings: rest, version: number }
  })
  expect((await call(it, far, '/settings', 'PUT', { ...settings, difficulty: 1, version })).statusCode).toBe(200)
  const key = await call(it, far, '/api-keys', 'POST', {
    name: 'Second',
    scopes: ['verify'],
    environmentId: null,
    networks: [],
    expiresAt: null,
  })
  expect(key.statusCode).toBe(201)
  const { secretKey } = key.json<{ secretKey: string }>()
  const response = await tokenOf(it.app, far.siteKey)
  expect(await siteverify(it.app, { secret: secretKey, response })).toMatchObject({ success: true })
  const environment = await call(it, far, '/environments', 'POST', { name: 'Staging', domains: ['shop.example'] })
  expect(environment.statusCode).toBe(201)
  expect((await start(it.app, { siteKey: environment.json<{ siteKey: string }>().siteKey })).statusCode).toBe(201)
  const entries = async (cell: typeof zero) =>
    (await cell.db.query<{ n: number }>('entries', 'select count(*)::int as n from audit.entries'))[0]?.n
  expect([await entries(zero), await entries(one)]).toEqual([0, 3])
  it.roles.set(`eve ${near.solutionId}`, 'ADMIN')
  const foreign = await it.app.inject({ url: `/captcha/v1/sites/${far.solutionId}`, headers: { cookie: 'eve' } })
  expect([foreign.statusCode, codeOf(foreign)]).toEqual([404, 'not-found'])
})

test('log, statistics, usage and what operators see are of the cell, and sums over cells are those of their rows', async () => {
  for (const site of sites) expect((await call(it, site, '/statistics')).statusCode).toBe(200)
  const log = await call(it, far, '/verifications')
  expect(log.json<{ items: unknown[] }>().items).toHaveLength(await countIn(one, 'verifications'))
  const day = new Date(it.clock.now).toISOString().slice(0, 10)
  const from = new Date(`${day}T00:00:00Z`)
  const to = new Date(from.getTime() + 86_400_000)
  const usage = await it.service.readUsage([near.solutionId, far.solutionId], { from, to })
  const rows = [await countIn(zero, 'verifications'), await countIn(one, 'verifications')]
  expect(sites.map(({ solutionId }) => usage.find((one) => one.solutionId === solutionId)?.completed)).toEqual(rows)
  expect(await it.service.countUse(far.solutionId)).toMatchObject({ counts: { environments: 2, apiKeys: 3 } })
  expect((await it.service.findSolutionsOf('shop.example')).toSorted()).toEqual(
    sites.map(({ solutionId }) => solutionId).toSorted(),
  )
  expect(await it.service.findSolutionsOf(far.siteKey)).toEqual([far.solutionId])
})

test('what-if, rules, exports and alerts of a site of cell 1 are made beside its rows', async () => {
  const rule = { conditions: [{ field: 'country', operator: 'in', values: ['DE'] }], action: { kind: 'BLOCK' } }
  const made = await Promise.all([
    call(it, far, '/exports', 'POST', { format: 'CSV', filters: {} }),
    call(it, far, '/alerts'),
    call(it, far, '/rules'),
    call(it, far, '/outages'),
    call(it, far, '/what-if', 'POST', { rules: [{ ...rule, name: 'Try' }] }),
  ])
  expect(made.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([])
  expect(made[0]?.statusCode).toBe(202)
  expect([await countIn(zero, 'exports'), await countIn(one, 'exports')]).toEqual([0, 1])
})

test('while cell 1 is away nobody of cell 0 notices, and the other way round for those whom a process knows', async () => {
  const served = async (site: TestSite) => {
    const response = await tokenOf(it.app, site.siteKey).catch((error: unknown) => error)
    if (typeof response !== 'string') return [String(response)]
    const verified = await siteverify(it.app, { secret: site.secretKey, response })
    return [verified, (await call(it, site, '')).statusCode]
  }
  one.isAway = true
  expect(await served(near)).toMatchObject([{ success: true }, 200])
  const refused = await call(it, far, '')
  expect([refused.statusCode, codeOf(refused)]).toEqual([503, 'unavailable'])
  const moment = { from: new Date(0), to: new Date(it.clock.now) }
  await expect(it.service.readUsage([near.solutionId, far.solutionId], moment), 'a bill waits').rejects.toThrow()
  expect(await it.service.readUsage([near.solutionId], moment)).not.toEqual([])
  // What operators watch goes on; a list on which they act is all of it, or nothing.
  expect(await it.service.countLate()).toMatchObject({ deliveries: 0 })
  expect(await it.service.operating.webhooks.measure()).toMatchObject({ depth: 0 })
  await expect(it.service.operating.webhooks.deadLetters.list(10)).rejects.toThrow()
  const placed = await makeSite(await cluster.startService({ cells: 2, cellOfNewSite: () => 0 }))
  expect(placed.siteKey).toMatch(/^bsk_/u)
  one.isAway = false

  zero.isAway = true
  expect(await served(far)).toMatchObject([{ success: true }, 200])
  const unknown = await start(it.app, { siteKey: `bsk_${'0'.repeat(22)}` })
  expect(unknown.statusCode).toBe(503)
  zero.isAway = false
})

test('a test key passes no verification of any cell that answers, and waits for none that is away', async () => {
  const fetched = async (verificationId: string) => {
    const answered = await it.app.inject({
      url: `/captcha/v1/verifications/${verificationId}/result`,
      headers: { authorization: `Bearer ${testSecretKeys.PASSES}` },
    })
    return answered.statusCode === 200 ? '200' : `${answered.statusCode} ${codeOf(answered)}`
  }
  const madeUp = createVerificationId(it.clock.now, randomBytes(10))
  const ids = [(await pass(it.app, near.siteKey)).verificationId, (await pass(it.app, far.siteKey)).verificationId]
  const all = () => Promise.all([...ids, madeUp].map(fetched))
  const [is, isNot] = ['404 verification-not-found', '200']
  expect(await all()).toEqual([is, is, isNot])
  // As unknown as what was made up, which this key passes, too.
  one.isAway = true
  expect(await all()).toEqual([is, isNot, isNot])
  zero.isAway = true
  expect(await all()).toEqual(Array.from({ length: 3 }, () => '503 unavailable'))
  one.isAway = false
  expect(await fetched(madeUp), 'which finds out that it is back').toBe(isNot)
  expect(await all()).toEqual([isNot, is, isNot])
  zero.isAway = false
  expect(await fetched(madeUp)).toBe(isNot)
  expect(await all()).toEqual([is, is, isNot])
})

test('a process that starts while another cell is away serves its own, and the other once it is back', async () => {
  one.isAway = true
  const second = await cluster.startService({ beside: it })
  await second.service.start()
  const token = await tokenOf(second.app, near.siteKey)
  expect(await siteverify(second.app, { secret: near.secretKey, response: token })).toMatchObject({ success: true })
  expect((await start(second.app, { siteKey: far.siteKey })).statusCode).toBe(503)
  one.isAway = false
  await expect
    .poll(async () => (await start(second.app, { siteKey: far.siteKey })).statusCode, { timeout: 10_000 })
    .toBe(201)
})

test('a database with the numbers of another cell is refused at the start, and one with sites never becomes another cell', async () => {
  await expect(becomeCell(one.db, 0)).rejects.toThrow('The database of cell 0 is that of cell 1')
  await expect(becomeCell(zero.db, 1)).rejects.toThrow('CELL_URLS')
  await expect(requireCell(zero.db, 1)).rejects.toThrow('is that of cell 0')
  await becomeCell(one.db, 1)
  const strange = await cluster.startService({ cells: 2 })
  const [, wrong] = strange.cells
  await wrong?.db.pool.query('alter table captcha.environments alter column id set minvalue 1 set start with 1 restart')
  const again = await cluster.startService({ beside: strange })
  await expect(again.service.start()).rejects.toThrow('gives numbers of another in environments')
  expect((await start(again.app, { siteKey: far.siteKey })).statusCode).toBe(404)
})

test('new sites go to the cell with the fewest, and what was reserved and never made is taken away', async () => {
  const fresh = await cluster.startService({ cells: 2 })
  const [first, second] = fresh.cells
  for (let n = 0; n < 4; n += 1) await makeSite(fresh)
  expect(first && second && [await countIn(first, 'sites'), await countIn(second, 'sites')]).toEqual([2, 2])
  if (first === undefined || second === undefined) return
  // The cell dies between the directory and the site.
  second.isAway = true
  const lost = createVerificationId(fresh.clock.now, randomBytes(10))
  await first.db.query(
    'reserve',
    'insert into captcha.directory (key, cell, solution_id) values ($1::text, 1, $1::text::uuid)',
    [lost],
  )
  await expect(fresh.service.provisionSite({ solutionId: lost, domains: ['shop.example'] })).rejects.toThrow()
  second.isAway = false
  const settle = (at: number) =>
    settleDirectory(first.db, at, {
      databaseOf: (cell) => fresh.cells[cell]?.db,
      onError: (error) => fresh.errors.push(error),
    })
  expect(await settle(Date.now()), 'it may still be made').toBe(0)
  expect(await settle(Date.now() + 3_700_000)).toBe(3)
  expect(await settle(Date.now() + 3_700_000)).toBe(0)
  expect(await countIn(first, 'directory')).toBe(12)
  // Tried again, it is made where it was reserved.
  await first.db.query(
    'reserve',
    'insert into captcha.directory (key, cell, solution_id) values ($1::text, 1, $1::text::uuid)',
    [lost],
  )
  await fresh.service.provisionSite({ solutionId: lost, domains: ['shop.example'] })
  expect(await countIn(second, 'sites')).toBe(3)
})

test('however much was reserved and never made is taken away in one go, and a cell that is away keeps none of another waiting', async () => {
  const fresh = await cluster.startService({ cells: 2 })
  const [first, second] = fresh.cells
  if (first === undefined || second === undefined) throw new Error('there are two cells')
  const reserve = (cell: number, count: number) =>
    first.db.query(
      'reserve-many',
      `insert into captcha.directory (key, cell, solution_id, made_at)
       select cell || 'lost-' || n, cell, gen_random_uuid(), now() - interval '2 hours'
       from (values ($1::int)) as c (cell), generate_series(1, $2::int) as n`,
      [cell, count],
    )
  await reserve(1, 1_200)
  await reserve(0, 3)
  second.isAway = true
  const settle = () =>
    settleDirectory(first.db, Date.now(), {
      databaseOf: (cell) => ({
        query: async (name: string, text: string, values?: readonly unknown[]) => {
          if (fresh.cells[cell]?.isAway !== false) throw new Error('away')
          return fresh.cells[cell].db.query<never>(name, text, values)
        },
      }),
      onError: (error) => fresh.errors.push(error),
    })
  expect(await settle()).toBe(3)
  expect(await countIn(first, 'directory')).toBe(1_200)
  second.isAway = false
  expect(await settle()).toBe(1_200)
})

test('a job that operators watch and ask for is one, is done in every cell, and fails where it fails in one', async () => {
  const jobs = new Map<string, () => Promise<unknown>>()
  const repeatJob: RepeatJob = ({ name, run }) => {
    expect(jobs.has(name), `${name} is told once`).toBe(false)
    jobs.set(name, run)
  }
  const fresh = await cluster.startService({ cells: 2, repeatJob })
  const [first, second] = fresh.cells
  if (first === undefined || second === undefined) throw new Error('there are two cells')
  expect([...jobs.keys()].toSorted()).toEqual(['captcha.chunk-log', 'captcha.sweep'])
  const lastDay = async ({ db }: typeof first) =>
    (
      await db.query<{ day: string }>(
        'last-day',
        `select max(tablename) as day from pg_tables where tablename ~ '^verifications_\\d'`,
      )
    )[0]?.day
  const before = await lastDay(first)
  expect(await lastDay(second)).toBe(before)
  fresh.clock.now += 86_400_000
  second.isAway = true
  await expect(jobs.get('captcha.sweep')?.()).rejects.toThrow('ECONNREFUSED')
  const next = await lastDay(first)
  expect([next === before, await lastDay(second)]).toEqual([false, before])
  second.isAway = false
  await jobs.get('captcha.sweep')?.()
  expect(await lastDay(second)).toBe(next)
})

test('an erased site leaves its cell and the directory', async () => {
  const gone = await siteIn(1)
  const sitesBefore = await countIn(one, 'sites')
  const entries = await countIn(zero, 'directory')
  await expect.poll(() => it.service.eraseSite(gone.solutionId), { timeout: 20_000 }).toBe(true)
  expect(await countIn(one, 'sites')).toBe(sitesBefore - 1)
  expect(await countIn(zero, 'directory')).toBe(entries - 3)
  expect(await it.service.eraseSite(gone.solutionId)).toBe(true)
})

test('whoever asks for what lies in the other cell is told what is told of what does not exist, also while that cell is away', async () => {
  const nowhere = createVerificationId(it.clock.now, randomBytes(10))
  it.roles.set(`eve ${near.solutionId}`, 'ADMIN')
  const paths = ['', '/settings', '/verifications', '/statistics', '/api-keys', '/environments', '/rules', '/alerts']
  const told = (solutionId: string, headers: Record<string, string>) =>
    Promise.all(
      paths.map(async (path) => {
        const answered = await it.app.inject({ url: `/captcha/v1/sites/${solutionId}${path}`, headers })
        const { requestId: _, ...problem } = answered.json<Record<string, unknown>>()
        return { status: answered.statusCode, text: JSON.stringify(problem).replaceAll(solutionId, 'ID') }
      }),
    )
  for (const isAway of [false, true]) {
    // What asks nothing of that cell takes no time of it either, whether it is away or not.
    one.isAway = isAway
    const callers: Record<string, string>[] = [{ cookie: 'eve' }, { authorization: `Bearer ${near.secretKey}` }]
    for (const headers of callers) {
      const [foreign, unknown] = [await told(far.solutionId, headers), await told(nowhere, headers)]
      expect(foreign).toEqual(unknown)
      expect(foreign.filter(({ status }) => status < 403 || status > 404)).toEqual([])
    }
  }
  one.isAway = false
})

test('of a cell that is not configured keys are unavailable rather than unknown, its tokens are of another site, and a start without it is refused', async () => {
  let place = 2
  const three = await cluster.startService({ cells: 3, cellOfNewSite: () => place })
  const removed = await makeSite(three)
  place = 0
  const kept = await makeSite(three)
  const begun = await started(three.app, { siteKey: removed.siteKey })
  const token = await tokenOf(three.app, removed.siteKey)
  const two = { ...three, cells: three.cells.slice(0, 2) }
  const less = await cluster.startService({ beside: two })
  const [first] = two.cells
  if (first === undefined) throw new Error('there are two cells')
  expect((await start(less.app, { siteKey: removed.siteKey })).statusCode).toBe(503)
  const verify = (secret: string) =>
    less.app.inject({ method: 'POST', url: '/captcha/v1/siteverify', payload: { secret, response: token } })
  expect((await verify(removed.secretKey)).statusCode).toBe(503)
  expect((await verify(kept.secretKey)).json()).toMatchObject({
    success: false,
    'error-codes': ['invalid-input-response', 'token-of-other-site'],
  })
  const owner = await call(less, removed, '')
  expect([owner.statusCode, codeOf(owner)]).toEqual([503, 'unavailable'])
  const answered = await answer(less.app, begun.verificationId, {
    challenge: begun.challenge.token,
    solution: await solve(begun.challenge.token),
    workMs: 12,
    collected: collectedFor(begun.challenge.token),
  })
  expect([answered.statusCode >= 400, await countIn(first, 'verifications')]).toEqual([true, 0])
  await expect(less.service.start()).rejects.toThrow('leads to captchas in cell 2')
  const alone = await cluster.startService({ beside: { ...three, cells: three.cells.slice(0, 1) } })
  await expect(alone.service.start()).rejects.toThrow('CELL_URLS')
})

test('a directory that leads to the wrong cell finds nothing there, and nobody gets at another site by it', async () => {
  const lost = await siteIn(1)
  const token = await tokenOf(it.app, lost.siteKey)
  await zero.db.query('mislead', 'update captcha.directory set cell = 0 where solution_id = $1', [lost.solutionId])
  const misled = await cluster.startService({ beside: it })
  expect((await start(misled.app, { siteKey: lost.siteKey })).statusCode).toBe(404)
  expect(await siteverify(misled.app, { secret: lost.secretKey, response: token })).toMatchObject({
    success: false,
    'error-codes': ['invalid-input-secret'],
  })
  expect((await call(misled, lost, '')).statusCode).toBe(404)
  expect(await siteverify(misled.app, { secret: near.secretKey, response: token })).toMatchObject({
    'error-codes': ['invalid-input-response', 'token-of-other-site'],
  })
  const different = await compareDirectory(zero.db, { db: one.db, number: 1 })
  expect(different).toMatchObject({ elsewhere: 3, absent: 0 })
  expect(different.unfound.size).toBe(0)
  await zero.db.query('lead', 'update captcha.directory set cell = 1 where solution_id = $1', [lost.solutionId])
  expect(await compareDirectory(zero.db, { db: one.db, number: 1 })).toMatchObject({ elsewhere: 0, absent: 0 })
})
