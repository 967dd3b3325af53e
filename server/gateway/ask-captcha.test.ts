import type { ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createBollard } from '../../client/node/src/index.ts'
import { startSite } from '../../packages/gateway/src/testing/start-gateway.ts'
import { askCaptcha } from './ask-captcha.ts'

const siteKey = 'bsk_0123456789012345678901'
const passed = { success: true, hostname: 'shop.example', action: 'gateway', 'error-codes': [] }

/** An installation that answers about tokens as it is told. */
async function startCaptcha() {
  const told = { status: 200, answer: passed as object }
  const asked: unknown[] = []
  const api = await startSite((request, response: ServerResponse) => {
    if (request.method === 'HEAD') return void response.writeHead(told.status).end()
    void json(request).then((body) => {
      asked.push(body)
      response.writeHead(told.status, { 'content-type': 'application/json' }).end(JSON.stringify(told.answer))
    })
  })
  onTestFinished(() => void api.server.close())
  const captcha = { api: api.url, siteKey, whenAway: 'PASS' } as const
  const faults: string[] = []
  const port = askCaptcha((message) => faults.push(message))
  onTestFinished(port.stop)
  const client = createBollard({ secretKey: 'bsec_a', host: api.url, siteKey, failPolicy: 'closed', timeoutMs: 2_000 })
  port.configure(new Map([[siteKey, client]]), [captcha])
  const expected = { action: 'gateway', host: 'shop.example', address: '192.0.2.7' }
  return { told, asked, faults, port, captcha, verify: () => port.verify(captcha, 'token', expected) }
}

test('a token passes for its site key, its host and its action alone', async () => {
  const { told, asked, verify } = await startCaptcha()
  expect(await verify()).toBe('PASSED')
  expect(asked[0]).toMatchObject({ sitekey: siteKey, response: 'token', remoteip: '192.0.2.7' })
  for (const answer of [
    { ...passed, hostname: 'evil.example' },
    { ...passed, action: 'newsletter' },
    { ...passed, action: null },
    { success: false, 'error-codes': ['invalid-input-response', 'token-of-other-site'] },
    { success: false, 'error-codes': ['timeout-or-duplicate', 'token-already-used'] },
  ]) {
    told.answer = answer
    expect(await verify(), JSON.stringify(answer)).toBe('REFUSED')
  }
})

test('an outage is none that a visitor can bring about: neither too many tries nor a wrong secret opens anything', async () => {
  const { told, faults, verify } = await startCaptcha()
  for (const [status, answer, verdict] of [
    [503, {}, 'AWAY'],
    [500, {}, 'AWAY'],
    [429, {}, 'REFUSED'],
    [302, {}, 'REFUSED'],
    [200, 'no answer', 'REFUSED'],
    [200, { success: false, 'error-codes': ['invalid-input-secret'] }, 'REFUSED'],
    [200, { success: false, 'error-codes': ['bad-request'] }, 'REFUSED'],
  ] as const) {
    Object.assign(told, { status, answer })
    expect([status, await verify()]).toEqual([status, verdict])
  }
  expect(faults).toHaveLength(7)
})

test('a captcha is away after two looks in a row that failed, and back with the first that works', async () => {
  const { told, port, captcha } = await startCaptcha()
  const isAway = async () => {
    await port.look()
    return port.isAway(captcha)
  }
  expect(await isAway()).toBe(false)
  told.status = 503
  expect([await isAway(), await isAway()]).toEqual([false, true])
  expect(port.states()).toEqual([{ api: captcha.api, isAway: true }])
  told.status = 200
  expect(await isAway()).toBe(false)
})
