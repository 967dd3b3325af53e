import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Limiter, LimiterNew } from '@bollard/contracts'
import { makeTestFolder } from '@bollard/testing'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startSite } from '../../../packages/gateway/src/testing/start-gateway.ts'
import { startService } from '../../../services/protection/src/testing/start-service.ts'
import { readConfig } from '../../config.ts'
import { findFreePorts } from '../../testing/free-ports.ts'
import { portsOfFile } from '../ports.ts'
import { startGateway } from '../start-gateway.ts'

const it = await startService()
afterAll(() => it.stop())

/** The service behind HTTP, which a test can take away. */
async function serve() {
  const { raw, service } = await it.anotherServer()
  const played = { isAway: false, spoil: false }
  const api = await startSite((incoming, response) => {
    if (played.isAway) return void response.writeHead(503).end()
    void text(incoming).then(async (payload) => {
      const { method = 'GET', url = '/', headers } = incoming
      const isPost = method === 'POST'
      const { authorization = '' } = headers
      const answer = await raw({
        method: isPost ? 'POST' : 'GET',
        url,
        headers: { authorization, ...(isPost && { 'content-type': 'application/json' }) },
        ...(isPost && { payload }),
      })
      response.writeHead(answer.statusCode, { 'content-type': 'application/json' })
      response.end(played.spoil ? answer.body.replace('FIXED_WINDOW', 'NO_SUCH_KIND') : answer.body)
    })
  })
  onTestFinished(() => void api.server.close().closeAllConnections())
  return { api, service, played }
}

async function startRole(api: string) {
  const { path: folder, remove } = await makeTestFolder()
  onTestFinished(remove)
  const site = await startSite((_request, response) => void response.end('content'))
  onTestFinished(() => void site.server.close().closeAllConnections())
  const [metrics = 0] = await findFreePorts(1)
  const [file, secretKeyFile] = [join(folder, 'gateway.yaml'), join(folder, 'key')]
  writeFileSync(secretKeyFile, 'bsec_ours\n')
  writeFileSync(
    file,
    `listen: { host: 127.0.0.1, http: 0 }
captcha: { api: "${api}", siteKey: bsk_0123456789012345678901, secretKeyFile: "${secretKeyFile}" }
dashboard: { api: "${api}", secretKeyFile: "${secretKeyFile}" }
sites: [{ hosts: [shop.example], upstreams: [{ url: "${site.url}" }] }]`,
  )
  const config = readConfig({ ROLE: 'gateway', GATEWAY_FILE: file, DATA_DIR: folder, METRICS_PORT: String(metrics) })
  if (config.status === 'invalid') throw new Error(config.faults.join())
  const said: string[] = []
  const start = () =>
    startGateway(config.config, {
      folder,
      ports: portsOfFile(file),
      say: () => undefined,
      openLog: () => pino({ level: 'warn' }, { write: (line) => void said.push(line) }),
      tellDecision: () => undefined,
    })
  const dashboard = async () => {
    const { dashboards } = (await (await fetch(`http://127.0.0.1:${metrics}/health`)).json()) as {
      dashboards: { version: number | null; rules: { status: string; reason?: string }; decisions: object }[]
    }
    return dashboards[0]
  }
  return { start, said, dashboard }
}

type Running = Awaited<ReturnType<typeof startGateway>>
async function ask({ addresses }: Running, path: string): Promise<number | undefined> {
  const sent = request({
    host: '127.0.0.1',
    port: addresses[0]?.port,
    path,
    agent: false,
    headers: { host: 'shop.example' },
  })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  await text(answer)
  return answer.statusCode
}

async function limit(more: Partial<LimiterNew>): Promise<Limiter> {
  const body = {
    name: 'sign-in',
    match: { hosts: [], paths: ['/login'], methods: [] },
    limit: { kind: 'FIXED_WINDOW', limit: 1, windowSeconds: 86_400 },
    key: [{ from: 'network' }],
    ...more,
  }
  const made = await it.call('mia', 'createLimiter', { body })
  if (made.status !== 201) throw new Error(JSON.stringify(made.json()))
  return made.json()
}

test('a gateway decides by its dashboard, tells it what it decided, and goes on without it', async () => {
  // Reports of another day count nowhere.
  it.clock.now = new Date()
  await limit({})
  await limit({ name: 'by-account', key: [{ from: 'user' }] })
  await it.db.query('test-all', `update protection.spaces set settings = settings || '{"sampledPercent":100}'`, [])
  await it.db.query('test-live', `update protection.limiters set mode = 'LIVE', stage = null`, [])
  const { api, service, played } = await serve()
  const { start, said, dashboard } = await startRole(api.url)
  const first = await start()
  await expect.poll(dashboard, { timeout: 20_000 }).toMatchObject({ version: expect.any(Number) })
  expect([await ask(first, '/login'), await ask(first, '/LOGIN/?again'), await ask(first, '/')]).toEqual([
    200, 429, 200,
  ])
  expect(said.join()).toContain('the limiter by-account')
  await first.stop()
  await service.flush()
  const rows = await it.db.query(
    'test-rows',
    'select conclusion, path, status, ending from protection.decisions order by id',
    [],
  )
  expect(rows).toEqual([
    { conclusion: 'ALLOW', path: '/login', status: 200, ending: 'SUCCESS' },
    expect.objectContaining({ conclusion: 'THROTTLE', status: null, ending: 'REFUSED' }),
    { conclusion: 'ALLOW', path: '/', status: 200, ending: 'SUCCESS' },
  ])

  played.isAway = true
  const second = await start()
  expect([await ask(second, '/login'), await ask(second, '/login')]).toEqual([200, 429])
  await expect
    .poll(dashboard, { timeout: 20_000 })
    .toMatchObject({ version: expect.any(Number), rules: { status: 'kept', reason: 'it answers 503' } })

  played.isAway = false
  played.spoil = true
  await it.call('mia', 'createAllowedVisitor', { body: { field: 'address', value: '127.0.0.1', note: 'us' } })
  await expect
    .poll(dashboard, { timeout: 20_000 })
    .toMatchObject({ rules: { status: 'kept', reason: 'its answer is none that a gateway knows' } })
  expect(await ask(second, '/login')).toBe(429)
  played.spoil = false
  await expect.poll(() => ask(second, '/login'), { timeout: 20_000 }).toBe(200)
  expect(await dashboard()).toMatchObject({ rules: { status: 'current' } })
  await second.stop()
})
