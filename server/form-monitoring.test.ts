import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Check, runCheck } from '@bollard/checks'
import { makeBrowserProgram } from '@bollard/checks/testing'
import type { MonitoredService } from '@bollard/contracts'
import { installProblems } from '@bollard/http'
import { makeTestFolder } from '@bollard/testing'
import Fastify from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeSite, startCluster } from '../services/captcha/src/testing/start-service.ts'
import { ours, services, startService } from '../services/monitoring/src/testing/start-service.ts'
import { captchaOfMonitoring } from './api/captcha-of-monitoring.ts'
import { serveWidget } from './api/serve-widget.ts'
import { widgetDirectory } from './api/widget-release.ts'

// A real captcha, a real customer's site that asks siteverify, and real monitoring, each on loopback.
const cluster = await startCluster()
const owners = new Set<string>()
const it = await cluster.startService({ shareOwner: async (one, other) => other === ours && owners.has(one) })
serveWidget(it.app, widgetDirectory)
const apiUrl = await it.app.listen({ host: '127.0.0.1', port: 0 })
const site = await makeSite(it, ['127.0.0.1'])
const monitoring = await startService()
const solution = { shareOwner: async (one: string) => owners.has(one), findRole: async () => null }
const captcha = captchaOfMonitoring(apiUrl, { captcha: it.service, solution })
const folder = await makeTestFolder({ onDisk: true })
const service = monitoring.another({
  captcha,
  allowPrivate: true,
  browser: await makeBrowserProgram(folder.path),
  runCheck: (check, options) => runCheck(check as Check, options),
})
const app = Fastify()
installProblems(app, { logger: { error: (...said) => console.error(...said) } })
await app.register(service.routes)
const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  (await app.inject({ method, url, headers: { cookie: 'mia' }, ...(payload && { payload }) })).json()

/** How the customer's site behaves. */
const behaviour = {
  page: true,
  verifies: true,
  tells: true,
  mark: '',
  fields: '<input name="mail"><textarea name="message"></textarea>',
}
const heard: {
  answer: { success: boolean; decision?: { type: string }; reasons?: { code: string }[] }
  form: URLSearchParams
}[] = []
const customer = createServer((request, response) => {
  respond(request).then(
    ([status, headers, body]) => response.writeHead(status, headers).end(body),
    (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
  )
})
await new Promise<void>((resolve) => customer.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(customer.address() as AddressInfo).port}`
const html = { 'content-type': 'text/html' }

async function respond(request: IncomingMessage): Promise<[number, Record<string, string>, string]> {
  if (request.url === '/thanks') return [200, html, 'Thank you.']
  if (request.url === '/contact') return [302, { location: '/form', 'set-cookie': 'visit=1; Path=/' }, '']
  if (request.method !== 'POST') {
    const form = `<form method="post" action="/form"><input type="hidden" name="csrf" value="t0k&amp;n">${behaviour.fields}
      <bollard-captcha sitekey="${site.siteKey}"></bollard-captcha><button>Send</button></form>
      <script type="module" src="${apiUrl}/widget.js"></script>`
    return [200, { ...html, 'set-cookie': 'csrf=t0k%26n; HttpOnly' }, behaviour.page ? form : 'Be back soon.']
  }
  const form = new URLSearchParams(await text(request))
  if (request.headers.cookie !== 'visit=1; csrf=t0k%26n' || form.get('csrf') !== 't0k&n')
    return [400, html, 'No session.']
  const asked = new URLSearchParams({ secret: site.secretKey, response: form.get('bollard-response') ?? '' })
  const answer = await (await fetch(`${apiUrl}/captcha/v1/siteverify`, { method: 'POST', body: asked })).json()
  heard.push({ answer, form })
  if (!behaviour.verifies || !answer.success) return [403, html, 'Please go back and try again.']
  if (behaviour.tells) await tell(behaviour.mark || (form.get('message') ?? ''))
  return [303, { location: '/thanks' }, '']
}

const heartbeat: MonitoredService = await call('POST', services, {
  name: 'Mail has arrived',
  check: { kind: 'HEARTBEAT', target: { periodSeconds: 600 } },
})
const address = await call('PUT', `${services}/${heartbeat.id}/heartbeat`, { signedOnly: true, replace: true })
/** What the system behind the form does with what it got: it signs a heartbeat with the text of the run. */
async function tell(nonce: string): Promise<void> {
  const time = monitoring.clock.now.toISOString()
  const signature = createHmac('sha256', address.secret).update(`${time}.${nonce}.ok`).digest('hex')
  const url = address.path
  const told = await app.inject({ method: 'POST', url, payload: { status: 'ok', time, nonce, signature } })
  if (told.statusCode !== 200) throw new Error(told.body)
}

afterAll(async () => {
  customer.close()
  customer.closeAllConnections()
  await app.close()
  await Promise.all([cluster.stop(), monitoring.stop(), folder.remove()])
})
beforeEach(() => {
  owners.add(site.solutionId)
  heard.length = 0
  Object.assign(behaviour, { page: true, verifies: true, tells: true, mark: '' })
})

const form = (more: object = {}) => ({
  kind: 'FORM',
  target: {
    url: `${origin}/contact`,
    siteKey: site.siteKey,
    fields: [
      { name: 'mail', value: 'monitor@example.org' },
      { name: 'message', value: '{{run}}' },
    ],
    heartbeat: { serviceId: heartbeat.id, withinSeconds: 1 },
    ...more,
  },
})
/** Tries are limited by the minute, so each has a minute of its own. */
function tried(more: object = {}) {
  monitoring.clock.now = new Date(monitoring.clock.now.getTime() + 61_000)
  return call('POST', `/monitoring/v1/solutions/${ours}/check`, { check: form(more) })
}

test('a form is opened, filled in, passed and sent, and the heartbeat of the system behind it is waited for', async () => {
  const made: MonitoredService = await call('POST', services, { name: 'Contact form', check: form() })
  await service.engine.turn()
  expect(await call('GET', `${services}/${made.id}`)).toMatchObject({ state: 'UP', fault: null })
  expect(heard).toMatchObject([
    { answer: { success: true, decision: { type: 'PROBE' }, reasons: [{ code: 'probe' }] } },
  ])
  expect(heard[0]?.form.get('mail')).toBe('monitor@example.org')
  expect(heard[0]?.form.get('message')).toMatch(/^[\da-f-]{36}$/u)
})

test('a browser does the same with the real widget, which starts at the first touch and counts as a probe', async () => {
  const check = {
    ...form({ way: 'BROWSER', heartbeat: { serviceId: heartbeat.id, withinSeconds: 5 } }),
    timeoutMs: 40_000,
  }
  const made: MonitoredService = await call('POST', services, { name: 'Contact form by browser', check })
  await service.engine.turn()
  expect(await call('GET', `${services}/${made.id}`)).toMatchObject({ state: 'UP', fault: null })
  expect(heard.at(-1)).toMatchObject({ answer: { success: true, decision: { type: 'PROBE' } } })
  expect(heard.at(-1)?.form.get('mail')).toBe('monitor@example.org')
}, 60_000)

test('what is broken is told apart: page, form, captcha, site, and what should arrive behind it', async () => {
  behaviour.tells = false
  expect(await tried()).toMatchObject({ verdict: 'DOWN', fault: 'heartbeat-missing' })
  behaviour.verifies = false
  expect(await tried()).toMatchObject({ verdict: 'DOWN', fault: 'status', facts: { statusCode: 403 } })
  behaviour.page = false
  expect(await tried()).toMatchObject({ verdict: 'DOWN', fault: 'form-not-found' })
  behaviour.page = true
  const fields = [{ name: 'phone', value: '1' }]
  expect(await tried({ fields })).toMatchObject({ verdict: 'DOWN', fault: 'form-changed' })
  const environment = `update captcha.environments set active = $1 where site_key = $2`
  const activate = async (active: boolean) => {
    await it.db.query('test-active', environment, [active, site.siteKey])
    await it.db.query('test-touch', 'update captcha.sites set changed_at = clock_timestamp()')
    await expect.poll(async () => (await tried()).fault === 'captcha-refused', { timeout: 20_000 }).toBe(!active)
  }
  await activate(false)
  await activate(true)
})

test('a heartbeat of another run is none of this one', async () => {
  behaviour.mark = 'some-other-run-of-the-form'
  expect(await tried()).toMatchObject({ fault: 'heartbeat-missing' })
})

test('the captcha of somebody else gives no pass: neither by its key, nor once the owner has changed', async () => {
  const made: MonitoredService = await call('POST', services, { name: 'Form of a while', check: form() })
  owners.clear()
  const refused = { code: 'validation-failed', errors: [{ pointer: '/check/target/siteKey', code: 'unknown' }] }
  expect(await tried()).toMatchObject(refused)
  expect(await tried({ siteKey: 'bsk_of_nobody' })).toMatchObject(refused)
  monitoring.clock.now = new Date(monitoring.clock.now.getTime() + 120_000)
  await service.engine.turn()
  expect(await call('GET', `${services}/${made.id}`)).toMatchObject({ fault: 'pass-refused' })
  expect(heard).toEqual([])
})

test('nothing is sent into a private network, neither to the page nor by the form', async () => {
  const closed = {
    allowPrivate: false,
    form: { captchaUrl: apiUrl, solve: captcha.solve, passFor: async () => '', lastSignal: async () => null },
  }
  const check = {
    ...form({ heartbeat: null, responseField: 'r', redirectsMax: 5, statusCodes: '200', family: 'ANY' }),
    timeoutMs: 5_000,
    assertions: [],
  }
  expect(await runCheck(check as unknown as Check, closed)).toMatchObject({ fault: 'private-address' })
})
