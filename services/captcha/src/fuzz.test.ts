import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { collectedFor } from '@bollard/testing'
import { runs, timeLimit } from '@bollard/testing/seed'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyText } from './testing/any-text.ts'
import { chromium, solve } from './testing/browser.ts'
import { makeSite, startCluster, type TestService, type TestSite } from './testing/start-service.ts'
import { pass, started } from './testing/walk-through.ts'

/** Inputs to each endpoint; together with those on the wire they are 100 000. */
const inputs = 15_000
const inputsOnTheWire = 10_000
/** Inputs at the same moment, since one after the other they would wait for the database most of the time. */
const atOnce = 20
/** What may be held after all of them. */
const megabytesMax = 60

const cluster = await startCluster()
afterAll(() => cluster.stop())
let it: TestService
let site: TestSite
let megabytesBefore: number
let sample: { start: object; answer: object; answerPath: string; verify: object; resultPath: string }

beforeAll(async () => {
  it = await cluster.startService()
  site = await makeSite(it)
  await addRules(it, site)
  const open = await started(it.app, { siteKey: site.siteKey })
  const { token } = open.challenge
  const { token: passed, verificationId } = await pass(it.app, site.siteKey)
  sample = {
    start: { siteKey: site.siteKey, language: 'de', action: 'sign up', path: '/sign-up', bypassKey: 'bby_none' },
    answer: { challenge: token, solution: await solve(token), workMs: 5, collected: collectedFor(token) },
    answerPath: `/captcha/v1/verifications/${open.verificationId}/solutions`,
    verify: { secret: site.secretKey, response: passed },
    resultPath: `/captcha/v1/verifications/${verificationId}/result`,
  }
  megabytesBefore = await heapMegabytes()
})

/** Rules that look at everything that visitors say, so that all of it is read; none of them stops anybody. */
async function addRules({ app, roles }: TestService, { solutionId }: TestSite): Promise<void> {
  roles.set(`ada ${solutionId}`, 'ADMIN')
  const conditions = [
    { field: 'path', values: ['/*/nowhere*x'] },
    { field: 'userAgent', values: ['*never*seen*'] },
    { field: 'action', values: ['*no*such*'] },
    { field: 'ip', values: ['192.0.2.0/24', '2001:db8::/32'] },
    { field: 'hostname', values: ['*.nowhere.example'] },
    { field: 'score', from: 1, to: 1 },
  ]
  for (const [index, condition] of conditions.entries()) {
    const payload = { name: `Rule ${index}`, priority: index, conditions: [condition], action: { type: 'FLAG' } }
    const answer = await app.inject({
      method: 'POST',
      url: `/captcha/v1/sites/${solutionId}/rules`,
      headers: { cookie: 'ada' },
      payload,
    })
    if (answer.statusCode !== 201) throw new Error(answer.body)
  }
}

/** Values that break what trusts its input. */
const nasty = fc.oneof(
  anyText(80),
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1e308,
    2 ** 53,
    '',
    '\0',
    '\ud800',
    '\u202e',
    '__proto__',
    "'; drop table",
    'A'.repeat(600),
    [],
    {},
    [[]],
    {
      a: { b: {} },
    },
  ),
  fc.jsonValue({ maxDepth: 3 }),
)
const oddHeader = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    '',
    ',',
    ';;;',
    '"',
    'a'.repeat(3_000),
    '1.2.3.4, ::1',
    'null',
    'https://shop.example',
    'Bearer ',
    'Bearer x y',
  ),
)

/** A good body with some of its fields replaced, removed or added, or anything at all. */
const bodyLike = (good: object) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          fc.subarray(Object.keys(good)),
          nasty,
          fc.dictionary(fc.string({ maxLength: 12 }), nasty, { maxKeys: 2 }),
          fc.boolean(),
        )
        .map(([names, value, more, removed]) =>
          JSON.stringify({
            ...good,
            ...Object.fromEntries(names.map((name) => [name, removed ? undefined : value])),
            ...more,
          }),
        ),
    },
    { weight: 2, arbitrary: nasty.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.nat(400), fc.string({ maxLength: 3 })).map(([at, text]) => {
        const json = JSON.stringify(good)
        return json.slice(0, at % json.length) + text + json.slice((at % json.length) + 1)
      }),
    },
  )
const headersLike = fc.dictionary(
  fc.constantFrom(
    'origin',
    'user-agent',
    'x-forwarded-for',
    'accept-language',
    'sec-ch-ua',
    'sec-fetch-mode',
    'authorization',
    'content-type',
    'signature',
    'signature-input',
    'signature-agent',
  ),
  oddHeader.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/gu, '')),
  { maxKeys: 3 },
)

const endpoints = {
  start: () => ({ method: 'POST', url: '/captcha/v1/verifications', good: sample.start }),
  answer: () => ({ method: 'POST', url: sample.answerPath, good: sample.answer }),
  siteverify: () => ({ method: 'POST', url: '/captcha/v1/siteverify', good: sample.verify }),
  result: () => ({ method: 'GET', url: sample.resultPath, good: {} }),
  widgetSettings: () => ({ method: 'GET', url: `/captcha/v1/widget-settings/${site.siteKey}`, good: {} }),
  feedback: () => ({ method: 'POST', url: sample.resultPath.replace('result', 'feedback'), good: { label: 'BOT' } }),
} as const

interface Input {
  readonly payload: string
  readonly headers: Record<string, string>
  readonly text: string
  readonly luck: number
}

test.for(Object.keys(endpoints) as (keyof typeof endpoints)[])(
  'no input to %s is answered with a fault of ours',
  { timeout: timeLimit(120_000) },
  async (name) => {
    const { method, url, good } = endpoints[name]()
    const faults: unknown[] = []
    const input = fc.record({
      payload: bodyLike(good),
      headers: headersLike,
      text: fc.string({ maxLength: 40 }),
      luck: fc.integer({ min: 0, max: 9 }),
    })
    const isAnswered = async ({ payload, headers, text, luck }: Input) => {
      // Now and then the address is odd too.
      const path = luck === 0 ? url.replace(/[\da-f-]{36}/u, encodeURIComponent(text) || 'x') : url
      const response = await it.app.inject({
        method,
        url: path,
        headers: { ...chromium, ...headers },
        ...(method === 'GET' ? {} : { payload }),
      })
      if (response.statusCode >= 500) faults.push([path, payload, headers, response.body])
      return response.statusCode < 500
    }
    await fc.assert(
      fc.asyncProperty(fc.array(input, { minLength: atOnce, maxLength: atOnce }), async (together) =>
        (await Promise.all(together.map(isAnswered))).every(Boolean),
      ),
      { numRuns: runs(inputs / atOnce) },
    )
    expect(faults).toEqual([])
    expect(it.errors).toEqual([])
    expect((await heapMegabytes(megabytesBefore + megabytesMax)) - megabytesBefore).toBeLessThan(megabytesMax)
  },
)

test(
  'no bytes on the wire stop the server or are answered with a fault of ours',
  { timeout: timeLimit(120_000) },
  async () => {
    const address = new URL(await it.app.listen({ port: 0, host: '127.0.0.1' }))
    const body = JSON.stringify(sample.start)
    const good = `POST /captcha/v1/verifications HTTP/1.1\r\nhost: x\r\norigin: https://shop.example\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    const statuses = new Map<string, number>()
    const mutation = fc.tuple(fc.nat(good.length), fc.nat(12), anyText(12))
    const mutated = fc
      .array(mutation, { minLength: 1, maxLength: 4 })
      .map((mutations) =>
        mutations.reduce((text, [at, length, put]) => text.slice(0, at) + put + text.slice(at + length), good),
      )
    const messages = fc.sample(mutated, runs(inputsOnTheWire))
    for (let from = 0; from < messages.length; from += 100) {
      const answers = await Promise.all(
        messages.slice(from, from + 100).map((message) => send(Number(address.port), message)),
      )
      for (const answer of answers) {
        const status = /^HTTP\/1\.1 (\d)/u.exec(answer)?.[1] ?? 'closed'
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    expect([...statuses.keys()]).not.toContain('5')
    // Some were harmless, most were refused, and the server still answers.
    expect(statuses.get('2') ?? 0).toBeGreaterThan(0)
    expect(statuses.get('4') ?? 0).toBeGreaterThan(0)
    expect(await send(Number(address.port), good)).toContain('HTTP/1.1 201')
    expect(it.errors).toEqual([])
  },
)

function send(port: number, message: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const done = (): void => {
      socket.destroy()
      resolve(text)
    }
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      done()
    })
    socket.on('error', done)
    socket.on('close', done)
    // Long, for a busy machine: the server answers or closes each, since nothing more comes.
    socket.setTimeout(60_000, done)
    socket.end(Buffer.from(message, 'utf8'))
  })
}

/**
 * What is really held, after everything that can go has gone: what waits for a timer goes with a later collection. A figure
 * below `enough` is not made smaller, since a collection takes long.
 */
async function heapMegabytes(enough = 0): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = (): unknown => runInNewContext('gc')()
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 4 && least >= enough; turn += 1) {
    if (turn > 0) await pause(100)
    collect()
    least = Math.min(least, process.memoryUsage().heapUsed / 2 ** 20)
  }
  return least
}
