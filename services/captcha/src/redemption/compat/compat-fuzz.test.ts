import {
  compatPaths,
  friendlyCaptchaAnswerSchema,
  hcaptchaAnswerSchema,
  recaptchaAnswerSchema,
  turnstileAnswerSchema,
} from '@bollard/contracts'
import { runs, timeLimit } from '@bollard/testing/seed'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testKeys } from '../../access/test-keys/test-keys.ts'
import { anyText } from '../../testing/any-text.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { pass } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const site = await makeSite(it)
const { token, verificationId } = await pass(it.app, site.siteKey)

const known = fc.constantFrom(
  token,
  site.secretKey,
  site.siteKey,
  testKeys.PASSES.secretKey,
  verificationId,
  'XXXX.DUMMY.TOKEN.XXXX',
  'bfo1.e30',
  '',
  '192.0.2.1',
  '1e0b4f6a-2b1c-4a8e-9a54-0d0f6f0f1a2b',
)
const odd = fc.oneof(anyText(60), fc.constantFrom('\0', '\ud800', '__proto__', '%', '%zz', '+', 'x'.repeat(3_000)))
const text = fc.oneof({ weight: 3, arbitrary: known }, { weight: 2, arbitrary: odd })
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('secret', 'response', 'sitekey', 'remoteip', 'idempotency_key') },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', '', 'secret[]') },
)
const pairs = fc.array(fc.tuple(name, text), { maxLength: 6 })
const body = fc.oneof(
  pairs.map((entries) => `${new URLSearchParams(entries)}`),
  pairs.map((entries) => JSON.stringify(Object.fromEntries(entries))),
  fc.dictionary(name, fc.jsonValue({ maxDepth: 2 })).map((value) => JSON.stringify(value)),
  pairs.map(
    (entries) =>
      `${entries.map(([field, value]) => `--x\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`).join('')}--x--\r\n`,
  ),
  odd,
)
const contentType = fc.option(
  fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'text/plain',
    'image/png',
    'x',
    ';',
    '"',
  ),
  { nil: undefined },
)
const call = fc.record({
  method: fc.constantFrom(
    'GET' as const,
    'POST' as const,
    'POST' as const,
    'PUT' as const,
    'DELETE' as const,
    'OPTIONS' as const,
  ),
  query: pairs.map((entries) => `${new URLSearchParams(entries)}`),
  contentType,
  body,
  key: text.map((value) => value.replaceAll(/[^\x20-\x7e]/gu, '')),
})

const shapes: [string, string, z.ZodType, readonly number[]][] = [
  ['reCAPTCHA', compatPaths.recaptcha, recaptchaAnswerSchema, [200, 405, 413]],
  ['hCaptcha', compatPaths.hcaptcha, hcaptchaAnswerSchema, [200, 405, 413]],
  ['Turnstile', compatPaths.turnstile, turnstileAnswerSchema, [200, 405, 413]],
  ['Friendly Captcha', compatPaths.friendlyCaptcha, friendlyCaptchaAnswerSchema, [200, 400, 401, 405]],
  [
    'TrustCaptcha',
    compatPaths.trustcaptcha.replace('{verificationId}', verificationId),
    z.object({}),
    [200, 403, 404, 405, 410, 412, 423, 429],
  ],
]

test.for(shapes)(
  'no nonsense makes %s answer in another shape, or with a fault of ours',
  { timeout: timeLimit(60_000) },
  async ([, url, schema, statuses]) => {
    await fc.assert(
      fc.asyncProperty(call, async ({ method, query, contentType: type, body: payload, key }) => {
        const headers = {
          'x-api-key': key,
          authorization: `Bearer ${key}`,
          ...(type === undefined ? {} : { 'content-type': type }),
        }
        const response = await it.app.inject({
          method,
          url: `${url}?${query}`,
          headers,
          ...(method === 'GET' ? {} : { payload }),
        })
        expect(statuses).toContain(response.statusCode)
        schema.parse(response.json())
      }),
      { numRuns: runs(1_500) },
    )
    expect(it.errors).toEqual([])
  },
)
