import { decodeChallenge, signingKey } from '@bollard/proof-of-work/server'
import { collectedFor, seededBytes, seededRandom } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { chromium, solve } from '../../testing/browser.ts'
import { personOf } from '../../testing/person-of.ts'
import { setSettings } from '../../testing/set-settings.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { answer, codeOf, started } from '../../testing/walk-through.ts'
import type { NetworkFacts } from '../request/network-facts.ts'
import { readPrograms, writeChanges } from './stored-programs.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
/** Each network has an operator of its own, as visitors of a website do. */
const lookUpNetwork = (address: string): NetworkFacts => ({
  asn: 64_000 + Number(address.split('.')[2] ?? 0),
  country: 'DE',
  kind: 'access',
})
const options = {
  lookUpNetwork,
  trustedProxies: ['127.0.0.1'],
  findActor: async (cookie: string | undefined) =>
    cookie === undefined ? null : personOf(cookie, { isAdmin: cookie === 'operator', provenAt: null }),
}
const it = await cluster.startService(options)
const site = await makeSite(it)
const address = '/captcha/v1/engine-programs'
const random = seededRandom('engine programs')
/** What this test's engines answer; real ones are held against each other in benchmarks/engine-agreement. */
const truth = (program: number) => (Math.imul(program, 0x9e3779b1) ^ 0x55aa) >>> 0
const wrong = (program: number) => (truth(program) ^ 1) >>> 0
const guess = () => Math.floor(random() * 2 ** 32)
const keyOf = () => signingKey(Buffer.alloc(32, 7))

const agents = {
  chromium: chromium['user-agent'],
  next: chromium['user-agent'].replace('156', '157'),
  android:
    'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
} as const

let network = 0
/** A visit with these answers, from a network of its own; `undefined` sends none. */
async function visit({
  engine,
  agent = agents.chromium,
  siteKey = site.siteKey,
  minimal = false,
  at = ++network,
  app = it.app,
}: {
  engine: ((program: number) => number) | undefined
  agent?: string
  siteKey?: string
  minimal?: boolean
  at?: number
  app?: typeof it.app
}) {
  const mobile = agent.includes('Mobile')
  const version = /Chrome\/(\d+)/u.exec(agent)?.[1]
  const headers = {
    ...chromium,
    'user-agent': agent,
    'sec-ch-ua': `"Chromium";v="${version}", "Not.A/Brand";v="24"`,
    'sec-ch-ua-mobile': mobile ? '?1' : '?0',
    'sec-ch-ua-platform': mobile ? '"Android"' : '"Linux"',
    'x-forwarded-for': `20.${at >> 8}.${at & 255}.1`,
  }
  const first = await started(app, { siteKey }, headers)
  let challenge = first.challenge
  const rounds: { grammar: number; status: string }[] = []
  for (;;) {
    const { grammar, programs } = fieldsOf(challenge.token)
    const response = await answer(
      app,
      first.verificationId,
      {
        challenge: challenge.token,
        solution: await solve(challenge.token),
        workMs: 12,
        ...(minimal ? {} : { collected: collectedFor(challenge.token, undefined, { userAgent: agent }) }),
        ...(engine === undefined || grammar === 0 ? {} : { engine: programs.map(engine) }),
      },
      headers,
    )
    const said = response.json<{ status: string; challenge: typeof challenge }>()
    rounds.push({ grammar, status: said.status })
    if (said.status !== 'challenge') break
    challenge = said.challenge
  }
  return { rounds, ...(await rowOf(first.verificationId)) }
}

function fieldsOf(token: string) {
  const fields = decodeChallenge(token, keyOf)
  if (typeof fields === 'string') throw new Error(fields)
  return fields
}

async function rowOf(id: string) {
  const [row] = await it.db.query<{ reasons: string[]; score: number; outcome: number }>(
    'test-row',
    'select reasons, score, outcome from captcha.verifications where id = $1 order by round desc limit 1',
    [id],
  )
  return { codes: row?.reasons ?? [], score: row?.score ?? 1 }
}

const call = (cookie: string | undefined, payload?: object) =>
  it.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: address,
    headers: cookie === undefined ? {} : { cookie },
    ...(payload === undefined ? {} : { payload }),
  })

async function seed(from: number, count: number) {
  const programs = Array.from({ length: count }, (_, n) => ({ program: from + n, answer: truth(from + n) }))
  const response = await call('operator', { grammar: 1, programs })
  expect(response.statusCode).toBe(200)
  return response.json<{ seeded: number; wanted: number }>()
}

test('before an operator has seeded anything nothing is asked, and nobody is held to an answer', async () => {
  const { rounds } = await visit({ engine: undefined })
  expect(rounds).toEqual([{ grammar: 0, status: 'passed' }])
})

test('only an operator may see or add programs', async () => {
  const body = { grammar: 1, programs: [{ program: 1, answer: 2 }] }
  for (const payload of [undefined, body]) {
    expect(codeOf(await call(undefined, payload))).toBe('unauthenticated')
    expect(codeOf(await call('ada', payload))).toBe('forbidden')
  }
})

test.for([
  ['another grammar', { grammar: 2, programs: [{ program: 1, answer: 1 }] }, '/grammar', 'outdated'],
  [
    'the same program twice',
    {
      grammar: 1,
      programs: [
        { program: 1, answer: 1 },
        { program: 1, answer: 2 },
      ],
    },
    '/programs/1/program',
    'duplicate',
  ],
  [
    'a number of more than 32 bits',
    { grammar: 1, programs: [{ program: 2 ** 32, answer: 1 }] },
    '/programs/0/program',
    'too-large',
  ],
  ['no program', { grammar: 1, programs: [] }, '/programs', 'too-short'],
  [
    'too many programs',
    { grammar: 1, programs: Array.from({ length: 501 }, (_, program) => ({ program, answer: 1 })) },
    '/programs',
    'too-long',
  ],
] as const)('%s is refused, and the refusal names the field', async ([, body, pointer, code]) => {
  const response = await call('operator', body)
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ code: 'validation-failed', errors: [{ pointer }] })
  expect(response.json<{ errors: { code: string }[] }>().errors[0]?.code).toBe(code)
})

test('an operator seeds, and is asked for more until there are enough', async () => {
  expect(await seed(1, 100)).toMatchObject({ seeded: 100, wanted: 500 })
  expect(await seed(1, 300)).toMatchObject({ seeded: 300, wanted: 0 })
})

test('right answers change nothing', async () => {
  const { rounds, codes, score } = await visit({ engine: truth })
  expect(rounds).toEqual([{ grammar: 1, status: 'passed' }])
  expect(codes).not.toContain('engine-wrong')
  expect(score).toBeLessThan(0.1)
})

test('a script with a clean constant word gets no token without a step-up, and none that is not flagged', async () => {
  for (const engine of [undefined, guess, () => 0]) {
    for (let n = 0; n < 5; n++) {
      const { rounds, codes, score } = await visit({ engine })
      expect(rounds.map(({ status }) => status)).toEqual(['challenge', 'passed'])
      expect(codes).toContain(engine === undefined ? 'engine-missing' : 'engine-wrong')
      expect(score).toBeGreaterThanOrEqual(0.3)
    }
  }
})

test('a genuine visitor whose engine failed once does more work, and then passes without a stain', async () => {
  let asked = 0
  const { rounds, codes, score } = await visit({ engine: (program) => (++asked <= 2 ? guess() : truth(program)) })
  expect(rounds.map(({ status }) => status)).toEqual(['challenge', 'passed'])
  expect(codes).not.toContain('engine-wrong')
  expect(score).toBeLessThan(0.1)
})

test.for(['next', 'android'] as const)('an engine that was never measured (%s) is held to nothing', async (agent) => {
  for (const engine of [undefined, guess, truth]) {
    const { rounds, codes } = await visit({ engine, agent: agents[agent] })
    expect([rounds[0]?.grammar, String(codes).includes('engine-')]).toEqual([1, false])
  }
})

test('one constant wrong answer from forty networks ends no program, and does not switch the check off', async () => {
  const before = (await call('operator')).json<{ seeded: number }>().seeded
  for (let n = 0; n < 40; n++) await visit({ engine: () => 7 })
  const { seeded, engines } = (await call('operator')).json<{ seeded: number; engines: { dropped: boolean }[] }>()
  // Programs that twelve networks have seen are retired as usual.
  expect(seeded).toBeGreaterThanOrEqual(before - 40)
  expect(engines.filter(({ dropped }) => dropped)).toEqual([])
  expect((await visit({ engine: () => 7 })).rounds[0]?.status).toBe('challenge')
})

test('an engine that lays some programs out otherwise is noticed by those who get the rest right, and then held to nothing', async () => {
  const changed = await cluster.startService({ ...options, randomBytes: seededBytes('a changed engine') })
  const its = await makeSite(changed)
  const programs = Array.from({ length: 20 }, (_, n) => ({ program: n + 1, answer: truth(n + 1) }))
  const headers = { cookie: 'operator' }
  await changed.app.inject({ method: 'POST', url: address, headers, payload: { grammar: 1, programs } })
  // Half of the programs come out otherwise.
  const release = (program: number) => (program % 2 === 0 ? wrong(program) : truth(program))
  const isDropped = async () =>
    (await changed.app.inject({ method: 'GET', url: address, headers }))
      .json<{ engines: { dropped: boolean }[] }>()
      .engines.some(({ dropped }) => dropped)
  let visits = 0
  for (; visits < 400 && !(await isDropped()); visits++)
    await visit({ engine: release, siteKey: its.siteKey, app: changed.app })
  expect(visits).toBeLessThan(400)
  expect((await visit({ engine: wrong, siteKey: its.siteKey, app: changed.app })).rounds[0]?.status).toBe('passed')
})

test('answers seen with one challenge are of no use with the next', async () => {
  const known = new Map<number, number>()
  const replay = (program: number) => known.get(program) ?? guess()
  let passed = 0
  for (let n = 0; n < 12; n++) {
    const { rounds } = await visit({ engine: replay })
    if (rounds[0]?.status === 'passed') passed++
    // A second visitor of the same script has a browser at hand for the first programs only.
    if (n < 3) await visit({ engine: (program) => (known.set(program, truth(program)), truth(program)) })
  }
  expect(passed).toBeLessThanOrEqual(1)
})

test('in minimal data mode nothing is asked, judged or counted', async () => {
  const minimal = await makeSite(it)
  await setSettings(it, minimal, { minimalData: true })
  await expect
    .poll(async () => (await visit({ engine: undefined, siteKey: minimal.siteKey, minimal: true })).rounds[0]?.grammar)
    .toBe(0)
})

test('a test key asks for nothing', async () => {
  const { challenge } = await started(it.app, { siteKey: 'bsk_TestForcesStepUp000000' })
  expect(fieldsOf(challenge.token)).toMatchObject({ grammar: 0, programs: [0, 0] })
})

test('an operator sees what honest visitors answered, and every process hears of the programs', async () => {
  const state = () =>
    call('operator').then((response) =>
      response.json<{
        learned: number
        engines: { engine: string; answers: number; wrong: number; source: string }[]
      }>(),
    )
  const { engines } = await state()
  const seeded = engines.find(({ engine, source }) => engine === 'Chromium 156' && source === 'SEEDED')
  expect(seeded?.answers).toBeGreaterThan(3)
  // Forgers' wrong answers are in it: an operator sees them.
  expect(seeded?.wrong).toBeGreaterThan(0)
  const other = await cluster.startService({ ...options, beside: it, followEngineMs: 20 })
  await other.service.start()
  await expect
    .poll(
      async () =>
        (await other.app.inject({ method: 'GET', url: address, headers: { cookie: 'operator' } })).json<{
          seeded: number
        }>().seeded,
    )
    .toBe(300)
})

test('a program that was learned and ended before the others heard of it comes back in no process', async () => {
  const program = 4_000_000_001
  await writeChanges(it.db, {
    used: new Map([[program, 3]]),
    retired: [program],
    learned: [{ program, answer: 1, source: 'LEARNED', usesLeft: 12 }],
    tallies: [],
  })
  const { programs, at } = await readPrograms(it.db, null)
  expect(programs.map((one) => one.program)).not.toContain(program)
  const { programs: changed } = await readPrograms(it.db, at)
  expect(changed.find((one) => one.program === program)).toMatchObject({ retired: true, usesLeft: 9 })
})

test('stripping grammar and programs from a challenge breaks its signature', async () => {
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey })
  const bytes = Buffer.from(challenge.token, 'base64url')
  bytes[107] = 0
  const token = bytes.toString('base64url')
  const response = await answer(it.app, verificationId, {
    challenge: token,
    solution: await solve(token),
    workMs: 1,
    collected: collectedFor(token),
  })
  expect(codeOf(response)).toBe('challenge-invalid')
})
