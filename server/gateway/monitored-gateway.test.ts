import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, runCheck } from '@bollard/checks'
import type { MonitoredService } from '@bollard/contracts'
import { installProblems } from '@bollard/http'
import { makeTestFolder } from '@bollard/testing'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startSite } from '../../packages/gateway/src/testing/start-gateway.ts'
import { services, startService } from '../../services/monitoring/src/testing/start-service.ts'
import { readConfig } from '../config.ts'
import { findFreePorts } from '../testing/free-ports.ts'
import { portsOfFile } from './ports.ts'
import { startGateway } from './start-gateway.ts'

// Real monitoring asks a real gateway, which asks everybody for a challenge.
const monitoring = await startService()
afterAll(() => monitoring.stop())
const service = monitoring.another({
  allowPrivate: true,
  runCheck: (check, options) => runCheck(check as Check, options),
})
const app = Fastify()
installProblems(app, { logger: { error: (...said) => console.error(...said) } })
await app.register(service.routes)

const secret = 'what monitoring and the gateway share'

async function startRole() {
  const { path: folder, remove } = await makeTestFolder()
  onTestFinished(remove)
  const arrived: unknown[] = []
  const site = await startSite((request, response) => {
    arrived.push(request.headers['bollard-probe'])
    if (request.url === '/away') return void response.writeHead(302, { location: '/' }).end()
    return void response.end('content')
  })
  onTestFinished(() => void site.server.close().closeAllConnections())
  const [metrics = 0] = await findFreePorts(1)
  const [file, probeSecretFile] = [join(folder, 'gateway.yaml'), join(folder, 'probe-secret')]
  writeFileSync(probeSecretFile, `${secret}\n`)
  writeFileSync(
    file,
    `listen: { host: 127.0.0.1, http: 0 }
captcha: { api: "http://127.0.0.1:1", siteKey: bsk_0123456789012345678901, secretKey: bsec_a, whenAway: REFUSE }
probeSecretFile: "${probeSecretFile}"
sites:
  - hosts: [127.0.0.1]
    upstreams: [{ url: "${site.url}" }]
    policies: [{ name: all, mode: LIVE, challenge: ALWAYS }]`,
  )
  const config = readConfig({ ROLE: 'gateway', GATEWAY_FILE: file, DATA_DIR: folder, METRICS_PORT: String(metrics) })
  if (config.status === 'invalid') throw new Error(config.faults.join())
  const gateway = await startGateway(config.config, {
    folder,
    ports: portsOfFile(file),
    say: () => undefined,
    openLog: () => pino({ level: 'silent' }),
    tellDecision: () => undefined,
  })
  onTestFinished(() => gateway.stop())
  const figures = async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  return { url: `http://127.0.0.1:${gateway.addresses[0]?.port}`, arrived, figures }
}

async function monitor(name: string, target: object): Promise<() => Promise<MonitoredService>> {
  const check = { kind: 'HTTP', target: { redirectsMax: 1, ...target } }
  const headers = { cookie: 'mia' }
  const made = await app.inject({ method: 'POST', url: services, headers, payload: { name, check, retries: 0 } })
  const { id } = made.json<MonitoredService>()
  return async () => (await app.inject({ method: 'GET', url: `${services}/${id}`, headers })).json<MonitoredService>()
}

test('a check that shares the secret sees the site, redirects of it too, and any other sees the challenge', async () => {
  const { url, arrived, figures } = await startRole()
  const shown = await Promise.all([
    monitor('behind', { url: `${url}/`, gateway: { secret } }),
    monitor('redirected', { url: `${url}/away`, gateway: { secret } }),
    monitor('plain', { url: `${url}/` }),
    monitor('stranger', { url: `${url}/`, gateway: { secret: secret.toUpperCase() } }),
  ])
  await service.engine.turn()
  const states = (await Promise.all(shown.map((read) => read()))).map(({ state, fault }) => [state, fault])
  expect(states).toEqual([
    ['UP', null],
    ['UP', null],
    ['CHALLENGED', 'challenged'],
    ['CHALLENGED', 'challenged'],
  ])
  // The site hears of no pass, and the figures of visitors of no probe.
  expect(arrived).toEqual([undefined, undefined, undefined])
  await expect.poll(figures).toMatch(/bollard_gateway_probes_total\{[^}]*\} 3/u)
  expect(await figures()).toMatch(/bollard_gateway_decisions_total\{[^}]*conclusion="CHALLENGE"[^}]*\} 2/u)
  expect(await figures()).not.toMatch(/bollard_gateway_decisions_total\{[^}]*conclusion="ALLOW"/u)
})
