import type { ProtectionDecision } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import type { IdentifyProgram, Program } from '../program-port.ts'
import { ours, startService } from '../testing/start-service.ts'

const it = await startService()
afterAll(() => it.stop())

const search: Program = { name: 'Googlebot', purpose: 'SEARCH', verdict: 'VERIFIED' }
const training: Program = { name: 'GPTBot', purpose: 'AI_TRAINING', verdict: 'VERIFIED' }
const request = { address: '192.0.2.7', method: 'GET', host: 'shop.example', path: '/', userAgent: 'Googlebot/2.1' }

/** Another process, by what the owner wants of programs and who a request comes from. */
async function deciding(identifyProgram: IdentifyProgram, settings: object = {}) {
  const usual = { programsMode: 'LIVE', controlPercent: 0, spoofed: 'DENY' }
  const sql = 'update protection.spaces set settings = settings || $1::jsonb, policy_version = policy_version + 1'
  await it.db.query('test-programs', sql, [JSON.stringify({ ...usual, ...settings })])
  const { ask, service } = await it.anotherServer({ identifyProgram })
  return {
    service,
    decide: async (more: object = {}) =>
      (await ask('decide', { body: { request, ...more } })).json<ProtectionDecision>(),
  }
}

test.for<[verdict: Program['verdict'], program: Program, conclusion: string, code: string]>([
  ['VERIFIED', search, 'ALLOW', 'program-welcome'],
  // A name alone opens nothing, and where who it is cannot be told just now, neither does that.
  ['CLAIMED', search, 'ALLOW', 'program-unverified'],
  ['UNKNOWN', search, 'ALLOW', 'program-unverified'],
  ['SPOOFED', search, 'DENY', 'program-spoofed'],
  ['VERIFIED', training, 'CHALLENGE', 'program-challenged'],
  ['UNKNOWN', training, 'CHALLENGE', 'program-challenged'],
])('a program that is %s gets what its owner wants', async ([verdict, program, conclusion, code]) => {
  const { decide } = await deciding(() => ({ ...program, verdict }))
  const found = await decide()
  expect([found.conclusion, found.reasons.map((reason) => `${reason.part}:${reason.code}`)]).toEqual([
    conclusion,
    [`programs:${code}`],
  ])
})

test('in dry run programs are named and recorded, and nothing becomes of it', async () => {
  const { decide, service } = await deciding(async () => ({ ...search, verdict: 'SPOOFED' }), {
    programsMode: 'DRY_RUN',
  })
  const found = await decide()
  expect([found.conclusion, found.reasons]).toEqual(['ALLOW', []])
  expect(found.parts.map(({ part, state, conclusion }) => [part, state, conclusion])).toEqual([
    ['allow-list', 'RUN', 'ALLOW'],
    ['programs', 'DRY_RUN', 'DENY'],
  ])
  await service.flush()
  const stored = await it.call('vic', 'getDecision', { params: { decisionId: found.id } })
  expect(stored.json()).toMatchObject({ program: { name: 'Googlebot', purpose: 'SEARCH', verified: false } })
})

test('a program that was asked for work passes with it, and less work is none', async () => {
  const { decide } = await deciding(() => training)
  const asked = await decide()
  expect(asked.challenge).toEqual({ siteKey: 'bsk_ours', percent: 100, ticket: 'bwt1.100' })
  it.captcha.tokens.set('little', 40).set('enough', 104)
  expect((await decide({ captchaToken: 'little' })).conclusion).toBe('CHALLENGE')
  expect((await decide({ captchaToken: 'enough' })).conclusion).toBe('ALLOW')
})

test('who it is pardons no limit, and one who is on the allow-list is not asked who it is', async () => {
  const body = {
    name: 'all',
    match: { hosts: [], paths: [], methods: [] },
    limit: { kind: 'FIXED_WINDOW', limit: 1, windowSeconds: 3_600 },
    key: [{ from: 'network', v4: 32, v6: 64 }],
    missing: 'SKIP',
    counts: 'BEFORE',
    outage: 'OPEN',
    ladder: null,
  }
  expect((await it.call('mia', 'createLimiter', { body })).status).toBe(201)
  await it.db.query('test-live', `update protection.limiters set mode = 'LIVE'`)
  let asked = 0
  const identify = () => {
    asked += 1
    return search
  }
  const { decide } = await deciding(identify)
  expect([(await decide()).conclusion, (await decide()).conclusion, asked]).toEqual(['ALLOW', 'THROTTLE', 2])
  const entry = { field: 'address', value: '192.0.2.7', until: null, note: 'our own crawler' }
  await it.call('mia', 'createAllowedVisitor', { body: entry })
  expect((await (await deciding(identify)).decide()).conclusion).toBe('ALLOW')
  expect(asked).toBe(2)
  await it.db.query('test-none', 'delete from protection.allowed_visitors')
  await it.db.query('test-no-limiter', 'delete from protection.limiters where solution_id = $1', [ours])
})

test('where asking who a program is fails, the request passes, which its decision says', async () => {
  const { decide } = await deciding(() => Promise.reject(new Error('no name service')))
  const found = await decide()
  expect([found.conclusion, found.failedOpen, found.parts.at(-1)?.fault]).toEqual(['ALLOW', true, 'ERROR'])
})
