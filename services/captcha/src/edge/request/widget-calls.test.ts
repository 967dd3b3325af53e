import { captchaRoutes } from '@bollard/contracts'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { answerBody, readAnswerBody, readStartBody, startBody, validateStrictly } from './widget-calls.ts'

const app = Fastify()
afterAll(() => app.close())
await app.register(async (scope) => {
  validateStrictly(scope)
  scope.post('/start', { schema: { body: startBody } }, async () => 'accepted')
  scope.post('/answer', { schema: { body: answerBody } }, async () => 'accepted')
})

const notData = ['x'.repeat(256), 'two words', 'ä', 'a\n', '\0', '<b>', '"', 7, null, ['x']]
const starts = [
  { siteKey: 'bsk_x' },
  { siteKey: 'x'.repeat(64), language: 'x'.repeat(35), action: 'x'.repeat(100), cData: '-_azAZ09'.padEnd(255, 'x') },
  {},
  [],
  'text',
  5,
  { siteKey: 1 },
  { siteKey: null },
  { siteKey: 'x'.repeat(65) },
  { siteKey: 'x', language: 'x'.repeat(36) },
  { siteKey: 'x', action: 'x'.repeat(101) },
  { siteKey: 'x', action: null },
  { siteKey: 'x', action: 'Büro / 事務所 🎟' },
  ...['\0', '\n', '\u202e', '\ud800'].map((sign) => ({ siteKey: 'x', action: `a${sign}b` })),
  ...notData.map((cData) => ({ siteKey: 'x', cData })),
  { siteKey: 'x', cData: '' },
  { siteKey: 'x', other: 1 },
  JSON.parse('{"siteKey":"x","__proto__":{"action":"x"}}'),
]
const collected = { layout: 7, verdicts: 'AAAAAA' }
const fine = { challenge: 'x', solution: 'y', workMs: 0 }
const answers = [
  fine,
  { ...fine, collected, workMs: 3_600_000 },
  { ...fine, privateToken: 'x'.repeat(64) },
  { ...fine, privateToken: 'x'.repeat(65) },
  { ...fine, privateToken: null },
  { ...fine, challenge: 'x'.repeat(513) },
  { ...fine, solution: 'x'.repeat(513) },
  { ...fine, workMs: -1 },
  { ...fine, workMs: 1.5 },
  { ...fine, workMs: '1' },
  { ...fine, workMs: 3_600_001 },
  { ...fine, collected: null },
  { ...fine, collected: { ...collected, layout: -1 } },
  { ...fine, collected: { ...collected, layout: 2 ** 32 } },
  { ...fine, collected: { ...collected, layout: 1.5 } },
  { ...fine, collected: { ...collected, extra: 1 } },
  { ...fine, collected: { ...collected, verdicts: 'x'.repeat(65) } },
  { ...fine, collected: { layout: 1 } },
  ...notData.map((cData) => ({ ...fine, cData })),
  { ...fine, cData: '' },
  { ...fine, cData: 'x'.repeat(255) },
  { challenge: 'x', solution: 'y' },
  { ...fine, other: 1 },
]

test.each([
  ['/start', starts, captchaRoutes.startVerification.body.schema, readStartBody],
  ['/answer', answers, captchaRoutes.answerVerification.body.schema, readAnswerBody],
] as const)(
  'the hot route %s accepts exactly what its contract accepts, on either way in',
  async (url, bodies, contract, read) => {
    for (const body of bodies) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
      const { success } = contract.safeParse(body)
      expect([body, statusCode === 200]).toEqual([body, success])
      expect([body, read(JSON.stringify(body))]).toEqual([body, success ? body : null])
    }
  },
)

test('a text that is short enough in characters only is left to the full server, which accepts it', async () => {
  const body = { siteKey: 'x', action: '🎟'.repeat(100) }
  const payload = JSON.stringify(body)
  expect(readStartBody(payload)).toBe(null)
  expect(captchaRoutes.startVerification.body.schema.safeParse(body).success).toBe(true)
  const headers = { 'content-type': 'application/json' }
  expect((await app.inject({ method: 'POST', url: '/start', headers, payload })).statusCode).toBe(200)
})
