import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { demoAvailabilitySchema, ruleContentSchema } from '@bollard/contracts'
import { compileRules, type Facts, type RuleAction } from '@bollard/visitor-rules'
import { signWebhook } from '@bollard/webhooks'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { startCluster } from '../services/captcha/src/testing/start-service.ts'
import { findFreePorts } from './testing/free-ports.ts'

const examples = fileURLToPath(new URL('../content/examples/', import.meta.url))
const read = (path: string) => readFileSync(examples + path, 'utf8')
const cluster = await startCluster()
afterAll(() => cluster.stop())

test("the example of unit tests passes against a real service, as a reader's own pipeline runs it", async () => {
  const it = await cluster.startService()
  await it.app.listen({ host: '127.0.0.1', port: 0 })
  const address = it.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the service has no port')
  const run = spawn(process.execPath, ['--test', `${examples}test-keys/server.test.mjs`], {
    env: { BOLLARD_URL: `http://127.0.0.1:${address.port}` },
  })
  const printed = text(run.stdout)
  const [code] = await once(run, 'exit')
  expect(await printed).toContain('pass 4')
  expect(code).toBe(0)
})

test('the example for Cypress is a script that can be read', () => {
  const source = read('test-keys/contact-form.cy.js')
  expect(new Script(source)).toBeInstanceOf(Script)
  expect(() => new Script(source.slice(0, -3))).toThrow(SyntaxError)
})

test('the hours of the example for demos are ones that the service takes', () => {
  const parsed = demoAvailabilitySchema.safeParse(JSON.parse(read('operate/demo-availability.json')))
  expect(parsed.error?.issues).toBeUndefined()
})

/** A visitor from a household, to whom none of the recipes means anything. */
const anybody: Facts = {
  address: '192.0.2.1',
  country: 'DE',
  asn: 64_496,
  networkKind: 'access',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
  language: 'de',
  hostname: 'www.example.org',
  path: '/contact',
  action: 'contact',
}
/** Whom each recipe of the cookbook is about, what it does to them, and whom it spares although they are much alike. */
const recipes: Readonly<
  Record<string, { meets: Partial<Facts> & { score?: number }; does: RuleAction['type']; spares: typeof anybody }>
> = {
  'let-the-office-through': { meets: { address: '2001:db8:12::5' }, does: 'ALLOW', spares: anybody },
  'let-a-monitor-through': {
    meets: { address: '203.0.113.7', userAgent: 'ExampleMonitor/2 (+https://example.com)' },
    does: 'ALLOW',
    spares: { ...anybody, userAgent: 'ExampleMonitor/2 (+https://example.com)' },
  },
  'keep-staging-to-ourselves': {
    meets: { hostname: 'staging.example.org' },
    does: 'BLOCK',
    spares: { ...anybody, hostname: 'staging.example.org', address: '198.51.100.9' },
  },
  'block-a-network-operator': { meets: { asn: 64_501 }, does: 'BLOCK', spares: anybody },
  'block-command-line-tools': {
    meets: { userAgent: 'Python-Requests/2.32' },
    does: 'BLOCK',
    spares: { ...anybody, userAgent: 'Mozilla/5.0 curl/8.5' },
  },
  'only-where-we-deliver': {
    meets: { action: 'order', country: 'FR' },
    does: 'BLOCK',
    spares: { ...anybody, action: 'order', country: null },
  },
  'second-round-for-server-networks': {
    meets: { action: 'sign-in', networkKind: 'hosting' },
    does: 'CHALLENGE',
    spares: { ...anybody, networkKind: 'hosting' },
  },
  'mark-anonymous-networks': { meets: { networkKind: 'relay' }, does: 'FLAG', spares: anybody },
  'more-work-for-one-form': {
    meets: { path: '/verify-phone/again' },
    does: 'DIFFICULTY',
    spares: { ...anybody, path: '/verify-phones' },
  },
  'less-work-during-a-campaign': { meets: { path: '/spring/offer' }, does: 'DIFFICULTY', spares: anybody },
  'stricter-sign-up': { meets: { action: 'sign-up', score: 0.7 }, does: 'BLOCK', spares: anybody },
}

test('every recipe of the cookbook is a rule that the API takes, and does what its name says', () => {
  const files = readdirSync(`${examples}rules`).map((file) => basename(file, '.json'))
  expect(files.toSorted()).toEqual(Object.keys(recipes).toSorted())
  for (const [name, { meets, does, spares }] of Object.entries(recipes)) {
    const { expiresAt, ...rule } = ruleContentSchema.parse(JSON.parse(read(`rules/${name}.json`)))
    const compiled = compileRules([
      { ...rule, dryRun: false, number: 1, expiresAt: Date.parse(expiresAt ?? '') || null },
    ])
    const now = Date.parse('2027-04-30T23:59:59Z')
    const { score, ...facts } = { score: 0.69, ...meets }
    const decide = (visitor: Facts, scored: number) =>
      compiled.atAnswer(visitor, { score: scored, startRule: compiled.atStart(visitor, now).rule, now }).action?.type
    expect([name, decide({ ...anybody, ...facts }, score), decide(spares, 0.69)]).toEqual([name, does, undefined])
    if (expiresAt !== null) expect(compiled.atStart({ ...anybody, ...facts }, now + 1_000).action).toBeNull()
  }
})

test('the receiver of webhooks takes what Bollard signed, once, and nothing else', async () => {
  const [port = 0] = await findFreePorts(1)
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const former = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  const receiver = spawn(process.execPath, [`${examples}webhooks/receiver.mjs`], {
    env: { PORT: String(port), BOLLARD_WEBHOOK_SECRET: secret },
  })
  onTestFinished(() => void receiver.kill())
  const printed = text(receiver.stdout)
  const now = Math.floor(Date.now() / 1_000)
  const body = JSON.stringify({ type: 'alert.raised', data: { facts: { kind: 'ATTACK' } } })
  const deliver = (secrets: string[], { id = 'one', timestamp = now, sent = body } = {}) =>
    fetch(`http://localhost:${port}/`, {
      method: 'POST',
      headers: signWebhook({ id, timestamp, body }, secrets),
      body: sent,
    }).then(({ status }) => status)
  while (!(await deliver([secret]).catch(() => false))) await sleep(20)
  expect(await deliver([secret])).toBe(204)
  expect(await deliver([former, secret], { id: 'two' })).toBe(204)
  expect(await deliver([former], { id: 'three' })).toBe(401)
  expect(await deliver([secret], { id: 'four', sent: `${body} ` })).toBe(401)
  for (const timestamp of [now - 330, now + 330]) expect(await deliver([secret], { id: 'five', timestamp })).toBe(401)
  expect((await fetch(`http://localhost:${port}/`, { method: 'POST', body })).status).toBe(401)
  receiver.kill()
  expect(await printed).toBe('alert.raised ATTACK\nalert.raised ATTACK\n')
})

test('the job for Prometheus scrapes the port of figures with a token', () => {
  const { scrape_configs: jobs } = parse(read('operate/prometheus.yml'))
  expect(jobs).toEqual([
    {
      job_name: 'bollard',
      authorization: { credentials_file: '/etc/prometheus/bollard-token' },
      static_configs: [{ targets: ['bollard.internal:8091'] }],
    },
  ])
})
