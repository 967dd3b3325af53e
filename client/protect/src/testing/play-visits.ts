import { equal, match, notEqual, ok } from 'node:assert/strict'
import { request as ask } from 'node:http'
import { createProtection, type Protection } from '../index.ts'
import { allowed, type StandIn, startStandIn } from './start-stand-in.ts'

/** An application of a framework: `GET /page` says hello, `POST /failing` answers 422, `GET /broken` throws, `/files/` is skipped. */
export type StartApplication = (protection: Protection) => Promise<{ readonly port: number; stop: () => Promise<void> }>

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

const browser = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'fr-FR,de;q=0.8' }
const stopped = (conclusion: string, more: object = {}) => ({
  ...allowed,
  conclusion,
  headers: { 'Bollard-Decision': allowed.id, 'Retry-After': '7' },
  retryAfterMs: 6_500,
  ...more,
})
const silent = 'a service that never answers holds nobody up'
const challenge = { siteKey: 'bsk_1', percent: 400, ticket: 'a"><script>' }

/** What every adapter does, whatever the framework. Rejects with the first thing that one does otherwise. */
export async function playVisits(start: StartApplication): Promise<number> {
  let played = 0
  for (const [name, visit] of Object.entries(visits)) {
    const service = await startStandIn()
    const faults: string[] = []
    const protection = createProtection({
      secretKey: 'bsec_1',
      host: service.host,
      // Only where the service never answers is anything waited for.
      timeoutMs: name === silent ? 200 : 30_000,
      trustedProxies: ['127.0.0.0/8'],
      onUndecided: (fault) => faults.push(fault),
    })
    const application = await start(protection)
    try {
      await visit({ service, faults, port: application.port })
      played += 1
    } catch (error) {
      throw new Error(name, { cause: error })
    } finally {
      await application.stop()
      await service.stop().catch(() => {})
    }
  }
  return played
}

interface Visit {
  readonly service: StandIn
  readonly faults: string[]
  readonly port: number
}

const visits: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  async 'a request that passes is answered by the application, with the fields of the decision, and settled'({
    service,
    port,
  }) {
    const { status, headers, text } = await get(port, '/page?secret=1', { 'x-team': 'a' })
    equal(status, 200)
    match(text, /hello/u)
    equal(headers['ratelimit'], '"api";r=4;t=60')
    equal(headers['bollard-decision'], allowed.id)
    const [decide] = asked(service, '/decisions')
    equal(decide?.authorization, 'Bearer bsec_1')
    equal(decide?.body.request.path, '/page')
    equal(decide?.body.request.method, 'GET')
    equal(decide?.body.request.host, '127.0.0.1')
    equal(decide?.body.request.address, '127.0.0.1')
    const { body } = await ending(service)
    equal(body.ending, 'SUCCESS')
    equal(body.status, 200)
  },
  async 'an answer of the application that fails is settled as a failure'({ service, port }) {
    equal((await get(port, '/failing', {}, 'POST')).status, 422)
    equal((await ending(service)).body.ending, 'FAILURE')
  },
  async 'a handler that throws is settled too'({ service, port }) {
    equal((await get(port, '/broken')).status, 500)
    equal((await ending(service)).body.ending, 'FAILURE')
  },
  async 'a browser that has to work gets a page with the widget, which no other script can get into'({
    service,
    port,
  }) {
    service.answer(stopped('CHALLENGE', { challenge, retryAfterMs: null, headers: { 'Bollard-Decision': allowed.id } }))
    const { status, headers, text } = await get(port, '/page', browser)
    equal(status, 403)
    equal(headers['x-robots-tag'], 'noindex')
    equal(headers['cache-control'], 'no-store')
    equal(headers['bollard-decision'], allowed.id)
    match(String(headers['content-security-policy']), /default-src 'none'.*script-src 'nonce-/u)
    match(text, /<html lang="fr">/u)
    match(text, /sitekey="bsk_1" data-ticket="a&#34;&#62;&#60;script&#62;"/u)
    match(text, new RegExp(`${service.host}/widget.js`, 'u'))
    match(text, new RegExp(allowed.id, 'u'))
    equal((await ending(service)).body.ending, 'REFUSED')
    // Where visitors complain is asked for with the first request.
    const link = `href="https://www.example.org/fr/blocked?decision=${allowed.id}"`
    for (let more = 0, page = text; !page.includes(link); more++) {
      ok(more < 200, page)
      page = (await get(port, '/page', browser)).text
    }
  },
  async 'a form that was stopped says that it has to be sent again'({ service, port }) {
    service.answer(stopped('CHALLENGE', { challenge, retryAfterMs: null }))
    const { text } = await get(port, '/failing', { ...browser, 'accept-language': 'en' }, 'POST')
    match(text, /send the form again/u)
    ok(!text.includes('location.reload()'))
  },
  async 'a program that has to work gets what it needs for that as problem details'({ service, port }) {
    service.answer(stopped('CHALLENGE', { challenge, retryAfterMs: null }))
    const { status, headers, text } = await get(port, '/page', { accept: 'application/json' })
    equal(status, 403)
    match(String(headers['content-type']), /^application\/problem\+json/u)
    const problem = JSON.parse(text)
    equal(problem.code, 'challenge-required')
    equal(problem.challenge.siteKey, 'bsk_1')
    equal(problem.challenge.host, service.host)
  },
  async 'who comes too often waits, and who is denied is told nothing but a number'({ service, port }) {
    service.answer(stopped('THROTTLE'))
    const throttled = await get(port, '/page')
    equal(throttled.status, 429)
    equal(throttled.headers['retry-after'], '7')
    equal(JSON.parse(throttled.text).retryAfterSeconds, 7)
    service.answer(stopped('DENY', { reasons: [{ code: 'secret-reason', weight: 100, part: 'a' }] }))
    const denied = await get(port, '/page', browser)
    equal(denied.status, 403)
    ok(!denied.text.includes('secret-reason'))
    ok(!denied.text.includes('widget.js'))
    match(denied.text, new RegExp(allowed.id, 'u'))
  },
  async 'the token of a captcha comes from the header or the cookie, and the cookie ends with it'({ service, port }) {
    const answer = await get(port, '/page', { cookie: 'a=1; bollard-response=token-1' })
    match(String(answer.headers['set-cookie']), /^bollard-response=; Path=\/; Max-Age=0$/u)
    await get(port, '/page', { 'bollard-response': 'token-2' })
    const tokens = asked(service, '/decisions').map(({ body }) => body.captchaToken)
    equal(tokens.join(), 'token-1,token-2')
    const without = await get(port, '/page')
    equal(without.headers['set-cookie'], undefined)
  },
  async 'nobody chooses their own address'({ service, port }) {
    await get(port, '/page', { 'x-forwarded-for': '192.0.2.1, 203.0.113.9, 127.0.0.5' })
    await get(port, '/page', { 'x-forwarded-for': 'nonsense, 127.0.0.5' })
    const addresses = asked(service, '/decisions').map(({ body }) => body.request.address)
    equal(addresses.join(), '203.0.113.9,127.0.0.5')
  },
  async 'headers and cookies are sent as far as limiters name them'({ service, port }) {
    service.policy = {
      limiters: [
        {
          key: [
            { from: 'header', name: 'X-Team' },
            { from: 'cookie', name: 'session' },
          ],
        },
        { key: [{ from: 'expression', text: '{method} {header.x-plan}' }] },
      ],
    }
    const headers = { 'x-team': 'a', 'x-plan': 'b', 'x-other': 'c', cookie: 'session=1; other=2' }
    await get(port, '/page', headers)
    const latest = () => {
      const { headers, cookies } = Object(asked(service, '/decisions').at(-1)?.body.request)
      return JSON.stringify([headers, cookies])
    }
    equal(latest(), '[{},{}]')
    // Requests go on while the names are asked for.
    for (let more = 0; more < 200 && latest() === '[{},{}]'; more++) await get(port, '/page', headers)
    equal(latest(), '[{"x-team":"a","x-plan":"b"},{"session":"1"}]')
    // Whichever of them a framework reads: neither makes a key of its own.
    await get(port, '/page', { cookie: 'session=1; other=2; session=3' })
    equal(latest(), '[{},{"session":"bollard:given-twice"}]')
  },
  async 'what is skipped is not decided about'({ service, port }) {
    await get(port, '/files/logo.svg')
    equal(asked(service, '/decisions').length, 0)
  },
  async 'nothing that the service answers, or does not, is an error of the application'({ service, faults, port }) {
    const wrong: readonly NonNullable<StandIn['instead']>[] = [
      (_request, response) => response.writeHead(503).end('away'),
      (_request, response) => response.writeHead(200).end('{"id":'),
      (_request, response) => response.writeHead(200).end('{"id":"1","conclusion":"MAYBE"}'),
      (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      (_request, response) => response.writeHead(401).end('{}'),
      (request) => request.socket.destroy(),
    ]
    for (const instead of wrong) {
      service.instead = instead
      const { status, headers } = await get(port, '/page')
      equal(status, 200)
      notEqual(headers['bollard-decision'], undefined)
    }
    await service.stop()
    equal((await get(port, '/page')).status, 200)
    equal(
      faults.join(),
      'unavailable,answer-invalid,answer-invalid,answer-invalid,misconfigured,unreachable,unreachable',
    )
  },
  async [silent]({ service, faults, port }) {
    service.instead = () => {}
    equal((await get(port, '/page')).status, 200)
    equal(faults.join(), 'timeout')
  },
  async 'a field that would end a line gets into no answer'({ service, port }) {
    const headers = { 'Bollard-Decision': allowed.id, RateLimit: 'a\r\nset-cookie: b', 'x\ny': '1' }
    service.answer({ ...allowed, headers })
    const answer = await get(port, '/page')
    equal(answer.status, 200)
    equal(answer.headers['ratelimit'], undefined)
  },
}

function asked({ told }: StandIn, path: string) {
  return told.filter((one) => one.path === `/protection/v1${path}`)
}

async function ending(service: StandIn) {
  const find = () => service.told.find(({ path }) => path.endsWith('/ending'))
  for (let waited = 0; find() === undefined && waited < 5_000; waited += 5)
    await new Promise((resolve) => setTimeout(resolve, 5))
  const found = find()
  if (found === undefined) throw new Error('no ending was told')
  return found
}

function get(port: number, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = ask({ host: '127.0.0.1', port, path, method, headers, agent: false }, async (response) => {
      const text = (await Array.fromAsync(response)).join('')
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
    })
    asking.on('error', reject)
    asking.end()
  })
}
