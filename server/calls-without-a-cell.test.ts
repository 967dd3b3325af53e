import { ApiProblem } from '@bollard/api-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makers } from './testing/api/make.ts'
import { type Person, signUpAs, signUpOperator } from './testing/api/people.ts'
import { type RunningApi, startApi } from './testing/api/start-api.ts'

// What people, customers and operators are told while the database of one cell is away (0119), over all services and real HTTP; and that nothing of it is lost.

const begun = Date.parse('2026-11-10T12:00:00Z')
const clock = { now: new Date(begun) }
let api: RunningApi
let ada: Person
let operator: Person
/** Captchas of Ada in cell 0 and in cell 1. */
let near: string
let far: string
beforeAll(async () => {
  api = await startApi({ now: () => clock.now, cuttableCell: true })
  operator = await signUpOperator(api, (await api.services.identity.createFirstAdminToken()) ?? '')
  ada = await signUpAs(api, {
    email: 'ada@shop.example',
    password: 'nine lanterns over a quiet canal',
    givenName: 'Ada',
    address: '198.51.100.1',
  })
  const make = makers(api, ada)
  const [first, second] = [await make.solutionId(), await make.solutionId()]
  ;[near, far] = (await isFar(first)) ? [second, first] : [first, second]
  expect([await isFar(near), await isFar(far)]).toEqual([false, true])
})
afterAll(() => api?.stop())

const isFar = async (solutionId: string) => (await api.databaseOf(solutionId)) !== api.db
/** While the way to cell 1 is cut. */
async function without<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  await api.wayToCell?.cut()
  try {
    return await act()
  } finally {
    await api.wayToCell?.mend()
  }
}
/** The status and code of a call that is refused; what it answers otherwise. */
async function toldBy(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => {
    if (!(error instanceof ApiProblem)) throw error
    return `${error.problem.status} ${error.problem.code}`
  })
}
const away = '503 unavailable'
/** Goes so many days on from the beginning; Ada's session ends meanwhile. */
async function goTo(days: number): Promise<void> {
  clock.now = new Date(begun + days * 86_400_000)
  await ada.client.createSession({ sessionNewDto: { email: ada.email, password: ada.password } })
}

test('a new captcha goes into the cell that answers and works at once', async () => {
  const { id, siteKey } = await without(() =>
    ada.client.createSolution({
      solutionNewDto: { type: 'CAPTCHA', label: 'Made meanwhile', domains: ['shop.example'] },
    }),
  )
  expect(await isFar(id)).toBe(false)
  const started = await without(() =>
    fetch(`${api.url}/captcha/v1/verifications`, {
      method: 'POST',
      headers: { origin: 'https://shop.example', 'content-type': 'application/json' },
      body: JSON.stringify({ siteKey }),
    }),
  )
  expect(started.status).toBe(201)
})

test('an overview of captchas of both cells lists all, with the figures of those that answer', async () => {
  const seen = await without(async () => ({
    listed: (await ada.client.listSolutions()).items.flatMap(({ id, usage }) =>
      id === near || id === far ? [[id, usage?.counted ?? null] as const] : [],
    ),
    near: await toldBy(ada.client.getStatistics({ solutionId: near, period: '7d' })),
    far: await toldBy(ada.client.getStatistics({ solutionId: far, period: '7d' })),
    log: await toldBy(ada.client.listVerifications({ solutionId: far })),
    settings: await toldBy(ada.client.getSiteSettings({ solutionId: far })),
  }))
  expect(new Map(seen.listed)).toEqual(
    new Map([
      [near, 0],
      [far, null],
    ]),
  )
  expect(seen).toMatchObject({ near: { totals: {} }, far: away, log: away, settings: away })
  expect(await ada.client.getStatistics({ solutionId: far, period: '7d' })).toMatchObject({ totals: {} })
})

test('an export of a log is refused as unavailable, and a person’s export waits instead of being a part', async () => {
  const asked = await without(async () => {
    expect(await toldBy(ada.client.createExport({ solutionId: far, exportNewDto: { format: 'CSV' } }))).toBe(away)
    const begunExport = await ada.client.createAccountExport()
    await api.services.identity.drain()
    return begunExport
  })
  const stateOf = async () => (await ada.client.getAccountExport({ exportId: asked.id })).status
  expect(await stateOf()).toBe('PENDING')
  clock.now = new Date(clock.now.getTime() + 11 * 60_000)
  await api.services.identity.runDue()
  expect(await stateOf()).toBe('READY')
})

test('operators see figures of the cells that answer; a list on which they act is whole, or refused', async () => {
  const { client } = operator
  const seen = await without(async () => ({
    queues: await toldBy(client.listQueues()),
    overview: await toldBy(client.getOverview()),
    letters: await toldBy(client.listDeadLetters({ queue: 'webhooks' })),
    mails: await toldBy(client.listDeadLetters({ queue: 'mails' })),
    retried: await toldBy(client.retryDeadLetters({ deadLetterRetryDto: { queue: 'webhooks', ids: null } })),
  }))
  expect(seen).toMatchObject({
    queues: { items: expect.arrayContaining([expect.objectContaining({ name: 'webhooks' })]) as unknown },
    overview: expect.any(Object) as unknown,
    letters: away,
    mails: { items: [] },
    retried: away,
  })
  expect(await client.listDeadLetters({ queue: 'webhooks' })).toMatchObject({ items: [] })
})

test('a month of a captcha in the cell that is away is closed later, with everything in it, and that of another at once', async () => {
  for (const solutionId of [near, far])
    await (
      await api.databaseOf(solutionId)
    ).query(
      'test-usage',
      `insert into captcha.rollup_hourly (site_id, environment_id, hour, dimension, value, n, passed, fetched)
       select id, 0, $2, 0, '', 7, 7, 7 from captcha.sites where solution_id = $1`,
      [solutionId, new Date(begun)],
    )
  const november = async (solutionId: string) =>
    (await ada.client.listAccountings({ solutionId })).items
      .filter(({ period, status }) => period === '2026-11' && status !== 'OPEN')
      .map(({ counted }) => counted.billable)
  await goTo(22)
  await without(async () => {
    await api.services.billing.runDue()
    expect(await november(near)).toEqual([7])
    expect(await toldBy(ada.client.listAccountings({ solutionId: far }))).toBe(away)
  })
  expect(await november(far)).toEqual([])
  await api.services.billing.runDue()
  expect([await november(near), await november(far)]).toEqual([[7], [7]])
})

test('an account ends at once, or on its day, only where every cell forgets the person with it, and neither is lost nor half done until then', async () => {
  const bob = await signUpAs(api, {
    email: 'bob@shop.example',
    password: 'six copper spoons in a drawer',
    givenName: 'Bob',
    address: '198.51.100.2',
  })
  for (const solutionId of [near, far]) {
    const sql = `insert into solution.members (solution_id, user_id, role, created_at) values ($1, $2, 'VIEWER', now())`
    await api.db.pool.query(sql, [solutionId, bob.id])
    await bob.client.createSavedFilter({ solutionId, savedFilterNewDto: { name: 'Mine', filters: {} } })
  }
  const saved = () =>
    Promise.all(
      api.cells.map(async ({ pool }) => {
        const { rowCount } = await pool.query('select from captcha.saved_filters where user_id = $1', [bob.id])
        return rowCount
      }),
    )
  /** How many accounts Bob has, and how many certificates of its deletion. */
  const told = async () => {
    const sql = `select (select count(*)::int from identity.users where id = $1) as accounts,
      (select count(*)::int from mail.outbox where tag = 'account-deleted' and recipient = $2) as certificates`
    return (await api.db.pool.query<object>(sql, [bob.id, bob.email])).rows[0]
  }
  const end = (when: 'IMMEDIATELY' | 'IN_30_DAYS') =>
    bob.client.requestAccountDeletion({ accountDeletionDto: { confirmEmail: bob.email, when } })
  await without(async () => {
    expect(await toldBy(end('IMMEDIATELY'))).toBe(away)
    // Nothing is half done: the session, what he is a member of, and what he saved are still there.
    expect((await bob.client.listSolutions()).items).toHaveLength(2)
    expect(await saved()).toEqual([1, 1])
    await end('IN_30_DAYS')
  })
  await goTo(53)
  await without(async () => {
    await api.services.identity.runDue()
    expect(api.logged.join()).toContain(`The account ${bob.id} cannot be deleted yet: a database`)
    expect([await saved(), await told()]).toEqual([[1, 1], { accounts: 1, certificates: 0 }])
  })
  await api.services.identity.runDue()
  expect([await saved(), await told()]).toEqual([[0, 0], { accounts: 0, certificates: 1 }])
})

test('an erasure is refused as unavailable; the captchas that were deleted are erased, each once its cell answers', async () => {
  const erased = () => ada.client.createErasure({ solutionId: far, erasureNewDto: { before: clock.now.toISOString() } })
  expect(await without(() => toldBy(erased()))).toBe(away)
  expect(await erased()).toMatchObject({ status: expect.stringMatching(/QUEUED|RUNNING|DONE/u) as unknown })

  await without(async () => {
    for (const solutionId of [near, far])
      await ada.client.deleteSolution({
        solutionId,
        solutionDeletionDeleteDto: {
          confirmLabel: (await ada.client.getSolution({ solutionId })).label,
          reason: 'TEST_ONLY',
          effective: 'IMMEDIATE',
          exportRequested: false,
        },
      })
  })
  await goTo(90)
  const run = () => api.services.solution.runDue(clock.now)
  const left = async () => {
    const sql = 'select from captcha.sites where solution_id = any($1)'
    return Promise.all(api.cells.map(async ({ pool }) => (await pool.query(sql, [[near, far]])).rowCount))
  }
  await without(async () => {
    await expect.poll(() => run().then(left, left), { timeout: 20_000 }).toEqual([0, 1])
    await expect(run(), 'the job says what failed').rejects.toThrow('due failed')
  })
  await expect.poll(() => run().then(left), { timeout: 20_000 }).toEqual([0, 0])
})
