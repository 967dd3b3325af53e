import { json } from 'node:stream/consumers'
import { protectionRoutes } from '@bollard/contracts'
import type { Reported } from '@bollard/guard'
import { expect, onTestFinished, test } from 'vitest'
import { startSite } from '../../../packages/gateway/src/testing/start-gateway.ts'
import { sendDecisions } from './send-decisions.ts'

const { schema } = protectionRoutes.reportDecisions.body
const patience = { timeout: 30_000 }

/** An API that answers as it is told, and refuses what the contract would. */
async function startSender(waitingMax?: number, everyMs = 2_000_000_000) {
  const told = { status: 200, answering: Promise.resolve() }
  const reports: (typeof schema)['_output'][] = []
  const api = await startSite((request, response) => {
    void json(request).then(async (body) => {
      const parsed = schema.safeParse(body)
      const status = parsed.success ? told.status : 400
      if (parsed.success && status === 200) reports.push(parsed.data)
      await told.answering
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"stored":1,"code":"of-the-test"}')
    })
  })
  onTestFinished(() => void api.server.close())
  const clock = { now: Date.UTC(2026, 0, 1) }
  const [lost, faults]: [number[], string[]] = [[], []]
  const sender = sendDecisions(
    { api: api.url, secretKey: 'bsec_a' },
    {
      onLost: (count) => lost.push(count),
      onFault: (message) => faults.push(message),
      now: () => clock.now,
      // Only when the test says so.
      everyMs,
      ...(waitingMax !== undefined && { waitingMax }),
    },
  )
  onTestFinished(() => sender.stop())
  let count = 0
  const take = (more: { method?: string; path?: string; userAgent?: string } = {}): string => {
    const { method = 'GET', path = '/', userAgent = 'a browser' } = more
    count += 1
    const id = `019cad11-0000-7000-8000-${count.toString().padStart(12, '0')}`
    const visit = { method, path, host: 'shop.example', address: '192.0.2.7', headers: { 'user-agent': userAgent } }
    const decision = {
      id,
      conclusion: 'ALLOW',
      reasons: [{ part: 'trap', code: 'trap', weight: 100 }],
      parts: [],
      failedOpen: false,
      elapsedMs: 0.1234567,
    }
    const program = { name: 'Feedly', purpose: 'FEED_READER', verified: false }
    const tried = path === '/tried' ? [{ limiterId: 'a', round: 2, changed: true }] : []
    const aside = { tried, pass: 'a pass', savedBytes: 5 }
    const rest = { program, isProbe: true, control: false, ...aside, rulesVersion: 3, now: clock.now }
    sender.take({ decision, visit, ...rest } as unknown as Reported)
    return id
  }
  return { told, reports, clock, lost, faults, sender, take }
}

test('decisions are told with what became of them, and one that has no end within a minute without it', async () => {
  const { reports, clock, sender, take } = await startSender()
  const [ended, open] = [take({ path: '/login' }), take()]
  sender.end(ended, { ending: 'FAILURE', status: 401 })
  await sender.flush()
  expect(reports).toEqual([
    {
      from: 'GATEWAY',
      undecided: 0,
      lost: 0,
      decisions: [
        expect.objectContaining({
          id: ended,
          policyVersion: 3,
          request: expect.objectContaining({ path: '/login', address: '192.0.2.7', userAgent: 'a browser' }),
          reasons: [{ part: 'traps', code: 'trap', weight: 100 }],
          program: { name: 'Feedly', purpose: 'FEED_READER', verified: false },
          probe: true,
          ending: 'FAILURE',
          status: 401,
          savedBytes: 5,
        }),
      ],
    },
  ])
  // What an API of the release before does not know is only told where it says something.
  expect(Object.keys(reports[0]?.decisions[0] ?? {})).not.toEqual(expect.arrayContaining(['pass']))
  take({ path: '/tried' })
  await sender.flush()
  clock.now += 60_000
  await sender.flush()
  expect(reports.flatMap(({ decisions }) => decisions).find((one) => 'tried' in one)).toMatchObject({
    tried: [{ limiterId: 'a', round: 2, changed: true }],
    pass: 'a pass',
  })
  expect(reports[1]?.decisions).toContainEqual(expect.objectContaining({ id: open, ending: null, status: null }))
})

test('what there is no room for is counted, and told with what there was room for', async () => {
  const { told, reports, clock, lost, faults, sender, take } = await startSender(2)
  told.status = 503
  for (let index = 0; index < 5; index += 1) sender.end(take(), { ending: 'SUCCESS', status: 200 })
  await sender.flush()
  await sender.flush()
  expect([lost, sender.state()]).toEqual([[1, 1, 1], { waiting: 2, lost: 3, fault: 'it answers 503, of-the-test' }])
  told.status = 200
  clock.now += 1_000
  await sender.flush()
  expect(reports.map(({ undecided, lost: lostNow, decisions }) => [undecided, lostNow, decisions.length])).toEqual([
    [0, 3, 2],
  ])
  expect([sender.state(), faults.length]).toEqual([{ waiting: 0, lost: 3, fault: null }, 1])
})

test('more than one call takes is told in several, and what the API refuses for good is not sent again', async () => {
  const { told, reports, clock, lost, sender, take } = await startSender()
  for (let index = 0; index < 501; index += 1) sender.end(take(), { ending: 'SUCCESS', status: 200 })
  await sender.flush()
  expect(reports.map(({ decisions }) => decisions.length)).toEqual([500, 1])
  told.status = 400
  sender.end(take(), { ending: 'SUCCESS', status: 200 })
  await sender.flush()
  expect([lost, sender.state().waiting]).toEqual([[1], 0])
  told.status = 200
  clock.now += 60_000
  sender.end(take(), { ending: 'SUCCESS', status: 200 })
  await sender.flush()
  expect(reports.at(-1)).toMatchObject({ lost: 1, decisions: [{}] })
})

test('what is decided while a call is answered slowly is told with the next one', async () => {
  const { told, reports, lost, sender, take } = await startSender(undefined, 1)
  const answer = Promise.withResolvers<void>()
  told.answering = answer.promise
  const end = (id: string): string => {
    sender.end(id, { ending: 'SUCCESS', status: 200 })
    return id
  }
  const first = end(take())
  await expect.poll(() => reports.length, patience).toBe(1)
  const meanwhile = end(take())
  // The timer that collects it goes on in the meantime: one that is set later ends later.
  await new Promise((resolve) => setTimeout(resolve, 20))
  answer.resolve()
  await expect.poll(() => reports.length, patience).toBe(2)
  expect(reports.map(({ decisions }) => decisions.map(({ id }) => id))).toEqual([[first], [meanwhile]])
  expect(lost).toEqual([])
})

test('nothing that a visitor sends spoils the report that it is in', async () => {
  const { reports, sender, take, lost } = await startSender()
  const odd = [
    take({ method: 'M-SEARCH' }),
    take({ path: `/${'a'.repeat(9_000)}` }),
    take({ userAgent: `\u202e\t${'\ud800'.repeat(2_000)}` }),
  ]
  for (const id of odd) sender.end(id, { ending: 'SUCCESS', status: 200 })
  await sender.flush()
  expect(reports.flatMap(({ decisions }) => decisions.map(({ id }) => id))).toEqual(odd)
  expect(lost).toEqual([])
})
