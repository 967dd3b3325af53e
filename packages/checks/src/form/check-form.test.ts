import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { createProbePasses, probePassKey } from '@bollard/visitor-credentials/probe-pass'
import { expect, test } from 'vitest'
import type { FormHelp, FormTarget } from '../check.ts'
import { check, open, serveHttp, serveHttps } from '../testing/start-servers.ts'

// With a real captcha and a real site: `server/form-monitoring.test.ts`. Here the captcha answers what no real one can be made to.

const html = { 'content-type': 'text/html' }
const page = (inner: string) => `<form method=post action=/form>${inner}<i data-sitekey="bsk_test"></i></form>`

type Answers = Record<'start' | 'solve', [number, object]>
const fine: Answers = {
  start: [201, { status: 'challenge', verificationId: 'a', challenge: { token: 'work' } }],
  solve: [200, { status: 'passed', token: 'btk3.token' }],
}

async function helpOf(answers: Partial<Answers> = {}): Promise<FormHelp & { readonly asked: unknown[] }> {
  const asked: unknown[] = []
  const captchaUrl = await serveHttp(async (request, response) => {
    const { origin, 'bollard-probe-pass': pass } = request.headers
    asked.push({ url: request.url, origin, pass, body: JSON.parse(await text(request)) })
    const [status, body] = { ...fine, ...answers }[request.url?.endsWith('/solutions') ? 'solve' : 'start']
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return { asked, captchaUrl, passFor: async () => 'pass', solve: async () => 'solved', lastSignal: async () => null }
}

async function checkWith(form: FormHelp, target: Partial<FormTarget> = {}, inner = '<input name=a>') {
  const sent: string[] = []
  const url = await serveHttp(async (request, response) => {
    if (request.method === 'POST') sent.push(await text(request))
    response.writeHead(200, html).end(request.method === 'POST' ? 'Thank you.' : page(inner))
  })
  const result = await check('FORM', { url: `${url}/`, ...target }, { options: { ...open, form } })
  return { result, sent, url }
}

test('the captcha is asked with the pass and as from the page, and the form goes with what it had and the token', async () => {
  const help = await helpOf()
  const inner =
    '<input type=hidden name=csrf value="1"><input name=a value=old><input name="bollard-response" value="">'
  const { result, sent, url } = await checkWith(help, { fields: [{ name: 'a', value: 'ü\n' }] }, inner)
  expect(result).toMatchObject({ verdict: 'UP', fault: null, facts: { statusCode: 200 } })
  expect(sent).toEqual(['csrf=1&a=%C3%BC%0D%0A&bollard-response=btk3.token'])
  expect(help.asked).toEqual([
    { url: '/captcha/v1/verifications', origin: url, pass: 'pass', body: { siteKey: 'bsk_test' } },
    {
      url: '/captcha/v1/verifications/a/solutions',
      origin: url,
      pass: undefined,
      body: { challenge: 'work', solution: 'solved', workMs: expect.any(Number) },
    },
  ])
})

test.for<[string, string, Partial<Answers>]>([
  ['pass-refused', 'UNKNOWN', { start: [400, { code: 'token-invalid' }] }],
  ['captcha-refused', 'DOWN', { start: [403, { code: 'site-paused' }] }],
  ['captcha-refused', 'DOWN', { start: [201, { status: 'passed' }] }],
  ['captcha-refused', 'DOWN', { solve: [200, { status: 'refused' }] }],
  ['captcha-away', 'DOWN', { start: [503, {}] }],
])('%s makes the form %s', async ([fault, verdict, answers]) => {
  const { result, sent } = await checkWith(await helpOf(answers))
  expect(result).toMatchObject({ fault, verdict })
  expect(sent).toEqual([])
})

test('without a pass nobody is asked, and a captcha that cannot be reached is away', async () => {
  const help = await helpOf()
  const refused = await checkWith({ ...help, passFor: async () => null })
  expect(refused.result.fault).toBe('pass-refused')
  expect(help.asked).toEqual([])
  const away = await checkWith({ ...help, captchaUrl: 'http://127.0.0.1:1' })
  expect(away.result.fault).toBe('captcha-away')
})

test('a page without the form, and a form without the field, are told apart', async () => {
  const help = await helpOf()
  expect((await checkWith(help, { siteKey: 'bsk_other' })).result.fault).toBe('form-not-found')
  expect((await checkWith(help, { fields: [{ name: 'b', value: '' }] })).result.fault).toBe('form-changed')
})

test('a page that came over TLS sends no form without it', async () => {
  const url = await serveHttps((_request, response) =>
    response
      .writeHead(200, html)
      .end('<form method=post action="http://127.0.0.1/form"><i sitekey="bsk_test"></i></form>'),
  )
  const options = { ...open, form: await helpOf() }
  expect(await check('FORM', { url }, { options })).toMatchObject({ fault: 'form-changed' })
})

test('a signal that was there before is none of this run, and work ends with the check', async () => {
  const heartbeat = { serviceId: 's', withinSeconds: 1 }
  const help = await helpOf()
  const old = await checkWith({ ...help, lastSignal: async () => 'before' }, { heartbeat })
  expect(old.result.fault).toBe('heartbeat-missing')
  let count = 0
  const heard = await checkWith({ ...help, lastSignal: async () => `${(count += 1) > 2}` }, { heartbeat })
  expect(heard.result.fault).toBeNull()
  let ended: Promise<unknown> | undefined
  const solve: FormHelp['solve'] = (_token, signal) => {
    const aborted = new Promise<string>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
    ended = aborted.catch((error: unknown) => error)
    return aborted
  }
  const url = await serveHttp((_request, response) => response.writeHead(200, html).end(page('')))
  const late = await check('FORM', { url }, { options: { ...open, form: { ...help, solve } }, timeoutMs: 500 })
  expect(late.fault).toBe('timeout')
  expect(await ended).toMatchObject({ message: 'aborted' })
})

test('a form behind a gateway brings passes for its page and its own address, and none to where else it is sent', async () => {
  const help = await helpOf()
  const gateway = { secret: probePassKey('a secret that both of them know', '127.0.0.1').toString('base64url') }
  const got: [string | undefined, boolean][] = []
  const passes = createProbePasses('a secret that both of them know')
  const note = (request: IncomingMessage) =>
    got.push([request.method, passes.use(String(request.headers['bollard-probe']), '127.0.0.1', Date.now())])
  const other = await serveHttp((request, response) => {
    note(request)
    response.end('Thank you.')
  })
  for (const action of ['/form', `${other}/form`]) {
    const url = await serveHttp((request, response) => {
      note(request)
      response.writeHead(200, html).end(page('').replace('action=/form', `action=${action}`))
    })
    await check('FORM', { url: `${url}/`, gateway }, { options: { ...open, form: help } })
  }
  expect(got).toEqual([
    ['GET', true],
    ['POST', true],
    ['GET', true],
    ['POST', false],
  ])
})
