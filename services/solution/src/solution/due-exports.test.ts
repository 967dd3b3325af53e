import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const day = 86_400_000
const exportId = '019a0000-0000-7000-8000-00000000e001'
const deletion = { confirmLabel: 'Shop', reason: 'TOO_EXPENSIVE', effective: 'IMMEDIATE', exportRequested: true }

/** A captcha whose exports the test brings about. */
async function startShop() {
  const captcha = {
    asked: [] as string[],
    room: true,
    state: 'WAITING' as 'WAITING' | 'READY' | 'GONE',
    hasSite: true,
    erased: 0,
  }
  const service = await startService(postgres, {
    requestExport: async ({ solutionId, userId }) => {
      captcha.asked.push(`${solutionId} ${userId}`)
      return captcha.hasSite ? (captcha.room ? exportId : null) : 'NO_SITE'
    },
    stateOfExport: async () => captcha.state,
    eraseSite: async () => (captcha.erased += 1) > 0,
  })
  const { id } = await service.create('ada')
  const path = `/solutions/${id}`
  /** Runs the job in two processes at once, days after the deletion. */
  const runAfter = async (days: number) => {
    const now = new Date(Date.parse('2026-03-01T10:00:00.000Z') + days * day)
    await Promise.all([service.service.runDue(now), service.service.runDue(now)])
  }
  const told = () => service.mails.filter(({ tag }) => tag === 'solution-export-ready')
  return { ...service, id, path, captcha, runAfter, told }
}

test('an export that was asked for is begun with the deletion and told of once it is there; nothing is erased before a week after that', async () => {
  const { call, path, id, captcha, runAfter, told, mails, db } = await startShop()
  expect((await call('ada', 'DELETE', path, deletion)).status).toBe(204)
  captcha.room = false
  await runAfter(0)
  captcha.room = true
  await runAfter(0.1)
  captcha.asked.length = 0
  await runAfter(0.2)
  expect([captcha.asked, told()]).toEqual([[], []])
  // Its file was lost, so another one is made.
  captcha.state = 'GONE'
  await runAfter(1)
  captcha.state = 'WAITING'
  await runAfter(1)
  expect(new Set(captcha.asked)).toEqual(new Set([`${id} user-ada`]))
  await runAfter(30)
  expect(captcha.erased).toBe(0)
  captcha.state = 'READY'
  await runAfter(30)
  expect(told().map(({ to }) => to)).toEqual(['ada@example.org'])
  expect(told()[0]?.text).toContain(`https://dashboard.example/en/solutions/${id}/settings/unsubscribe`)
  expect(told()[0]?.text).toContain('7 April 2026')
  await runAfter(36.9)
  expect(captcha.erased).toBe(0)
  await runAfter(37)
  expect([captcha.erased > 0, mails.at(-1)?.tag]).toEqual([true, 'solution-deleted'])
  const actions = await db.query<{ action: string }>(
    'test-actions',
    'select action from audit.entries where scope_id = $1 order by number',
    [id],
  )
  expect(actions.map(({ action }) => action)).toEqual([
    'solution.created',
    'solution.deletion-planned',
    'solution.exported',
    'solution.deleted',
  ])
})

test('one that cannot be made keeps nothing for good, and what has no captcha waits for no file of it', async () => {
  const { call, path, captcha, runAfter, told } = await startShop()
  await call('ada', 'DELETE', path, deletion)
  await runAfter(43.9)
  expect(captcha.erased).toBe(0)
  await runAfter(44)
  expect([captcha.erased > 0, told()]).toEqual([true, []])

  const other = await startShop()
  other.captcha.hasSite = false
  await other.call('ada', 'DELETE', other.path, deletion)
  await other.runAfter(0)
  await other.runAfter(30)
  expect([other.captcha.erased > 0, other.told().length]).toEqual([true, 1])
})

test('nothing is exported that nobody asked for, that goes on after all, or that has not ended yet', async () => {
  const { call, path, id, captcha, runAfter, billing } = await startShop()
  const ask = (more: object) => call('ada', 'DELETE', path, { ...deletion, ...more })
  await ask({ exportRequested: false })
  await runAfter(1)
  expect((await call('ada', 'POST', `${path}/restoration`)).status).toBe(200)
  await ask({})
  expect((await call('ada', 'POST', `${path}/restoration`)).status).toBe(200)
  await runAfter(1)
  expect(captcha.asked).toEqual([])
  const usage = { period: '2026-03', counted: 0, included: null }
  const paid = {
    planCode: 'STARTER',
    status: 'ACTIVE',
    trialEndsAt: null,
    invoiceAddressId: null,
    paymentMethodId: null,
    usageAlertPercents: [],
    usage,
  } as const
  billing.set(id, { ...paid, periodEndsAt: new Date('2026-03-11T10:00:00.000Z') })
  await ask({ effective: 'END_OF_PERIOD' })
  await runAfter(9)
  expect(captcha.asked).toEqual([])
  await runAfter(10)
  await runAfter(10)
  expect(captcha.asked.length).toBeGreaterThan(0)
})

test('a hundred that get no further hold nobody up: whoever was looked at longest ago is next, also in two processes at once', async () => {
  const { db, id, call, path, captcha, runAfter } = await startShop()
  await call('ada', 'DELETE', path, deletion)
  captcha.room = false
  // They are all to be erased before the one that waits.
  const stuck = `insert into solution.solutions (id, label, type, created_by, version, created_at, updated_at, lifecycle, deletion_at, export_requested_by)
    select gen_random_uuid(), 'Stuck', 'CAPTCHA', 'user-eve', 1, now(), now(), 'DELETION_PENDING', '2026-03-30'::timestamptz, 'user-eve' from generate_series(1, 250)`
  await db.query('test-stuck', stuck)
  for (const days of [0, 0.1, 0.2]) await runAfter(days)
  const tries = new Map<string, number>()
  for (const asked of captcha.asked) tries.set(asked, (tries.get(asked) ?? 0) + 1)
  expect(tries.size).toBe(251)
  expect(tries.get(`${id} user-ada`)).toBeGreaterThan(0)
  expect(Math.max(...tries.values())).toBeLessThanOrEqual(3)
})

test('a member of lower role neither asks for it in the database nor says that it was told of', async () => {
  const { id, join, db } = await startShop()
  await join('bob', id, 'MEMBER')
  for (const column of ['export_requested_by', 'export_told_at'] as const) {
    const change = db.transaction(async (tx) => {
      await tx.query(
        'test-as-bob',
        `select set_config('bollard.actor', 'user-bob', true), set_config('role', 'bollard_solution', true)`,
      )
      const value = column === 'export_requested_by' ? `'user-bob'` : 'now()'
      await tx.query(`test-${column}`, `update solution.solutions set ${column} = ${value} where id = $1`, [id])
    })
    await expect(change, column).rejects.toMatchObject({ code: '42501' })
  }
})
