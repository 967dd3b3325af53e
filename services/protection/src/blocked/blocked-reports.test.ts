import type { BlockedReport, ProtectionStatistics } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { decisionOf } from '../testing/decision-of.ts'
import { resealForms } from '../reseal.ts'
import { keyOfTests, startService, theirs } from '../testing/start-service.ts'

const world = await startService()
afterAll(() => world.stop())
const denied = decisionOf({ index: 1, conclusion: 'DENY' })
const passed = decisionOf({ index: 2 })
world.service.recorder.record(denied, 100)
world.service.recorder.record(passed, 100)
await world.service.recorder.flush()

const tell = (decisionId: string, more: object = {}) =>
  world.call(null, 'reportBlocked', {
    body: { decisionId, message: 'I only wanted to buy\0 a chair.', captchaToken: 'passed', ...more },
  })
const list = async (query = '') =>
  (await world.call('mia', 'listBlockedReports', { query })).json<{ items: BlockedReport[] }>().items

test('who was stopped tells the owner once, and the answer says nothing of the decision', async () => {
  const answers = await Promise.all(
    [denied.id, denied.id, passed.id, decisionOf({ index: 3 }).id].map((id) => tell(id, { email: 'eve@example.org' })),
  )
  expect(answers.map((answer) => [answer.status, answer.json()])).toEqual(
    Array.from({ length: 4 }, () => [202, { received: true }]),
  )
  expect(await list()).toMatchObject([
    { decisionId: denied.id, message: 'I only wanted to buy a chair.', email: 'eve@example.org', state: 'OPEN' },
  ])
})

test('what visitors wrote is sealed for its row, opens under a later key alone after it is sealed anew, and what was plain is sealed in steps', async () => {
  const plain = decisionOf({ index: 9, conclusion: 'DENY' })
  world.service.recorder.record(plain, 100)
  await world.service.recorder.flush()
  await world.db.query(
    'test-plain',
    `insert into protection.blocked_reports (id, solution_id, decision_id, at, message, email)
      select gen_random_uuid(), solution_id, id, at, 'Let me in.', 'bob@example.org' from protection.decisions where id = $1`,
    [plain.id],
  )
  const messages = async () => (await list()).map(({ message, email }) => `${message} ${email}`).toSorted()
  const expected = ['I only wanted to buy a chair. eve@example.org', 'Let me in. bob@example.org']
  expect(await messages()).toEqual(expected)
  await Promise.all([world.service.sweep(), world.another().sweep()])
  expect(await messages()).toEqual(expected)
  const stored = await world.db.query<{ row: string; plain: boolean }>(
    'test-stored',
    `select encode(sealed, 'escape') as row, message <> '' or email is not null as plain from protection.blocked_reports`,
  )
  expect(stored.map(({ plain: isPlain, row }) => isPlain || /chair|Let me|example/u.test(row))).toEqual([false, false])
  const sealingKeys = [{ id: 2, secret: Buffer.alloc(32, 2) }]
  expect(await resealForms(world.db, [...sealingKeys, keyOfTests])).toMatchObject({ resealed: 2, lost: 0 })
  const { ask } = await world.anotherServer({ sealingKeys })
  const opened = (await ask('listBlockedReports')).json<{ items: BlockedReport[] }>().items
  expect(opened.map(({ message }) => message).toSorted()).toEqual(['I only wanted to buy a chair.', 'Let me in.'])
  // A report that is moved to another row says nothing there.
  await world.db.query(
    'test-moved',
    `update protection.blocked_reports set sealed = (select sealed from protection.blocked_reports limit 1)`,
  )
  const moved = (await ask('listBlockedReports')).json<{ items: BlockedReport[] }>().items
  expect(moved.filter(({ message }) => message === '')).toHaveLength(1)
  await world.db.query('test-forget', 'delete from protection.blocked_reports where decision_id = $1', [plain.id])
})

test('without a captcha nothing is kept, and one address says only so much', async () => {
  const refused = await tell(denied.id, { captchaToken: 'made up' })
  expect([refused.status, refused.json<{ code: string }>().code]).toEqual([400, 'captcha-failed'])
  const many = await Promise.all(Array.from({ length: 10 }, () => tell(passed.id)))
  expect(many.map(({ status }) => status)).toContain(429)
})

test('an owner says whether it was right, and it counts among the mistakes; a viewer and another tenant may not', async () => {
  const [report] = await list('?state=OPEN')
  const params = { blockedReportId: report?.id ?? '' }
  const body = { state: 'WRONG' }
  expect((await world.call('vic', 'listBlockedReports')).status).toBe(403)
  expect((await world.call('vic', 'decideBlockedReport', { params, body })).status).toBe(403)
  const stranger = await world.call('eve', 'decideBlockedReport', { params: { ...params, solutionId: theirs }, body })
  expect(stranger.status).toBe(404)
  const decided = await world.call('mia', 'decideBlockedReport', { params, body })
  expect(decided.json()).toMatchObject({ state: 'WRONG', decidedBy: '019a9b1c-5d3e-7000-8000-000000000002' })
  expect(await list('?state=OPEN')).toEqual([])
  const figures = (await world.call('vic', 'getProtectionStatistics')).json<ProtectionStatistics>()
  expect(figures.mistakes.reports).toEqual({ open: 0, right: 0, wrong: 1 })
})
