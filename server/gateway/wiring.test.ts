import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isAllowed, readRobots } from '@bollard/crawlers'
import { makeTestFolder } from '@bollard/testing'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startSite } from '../../packages/gateway/src/testing/start-gateway.ts'
import {
  type Bot,
  createBot,
  signatureOf,
} from '../../packages/visitor-credentials/src/web-bot-auth/signing-fixture.ts'
import { readConfig } from '../config.ts'
import { findFreePorts } from '../testing/free-ports.ts'
import { portsOfFile } from './ports.ts'
import { startGateway } from './start-gateway.ts'

const agent = 'https://bot.example'

/** A gateway as its role starts it, before a site whose robots.txt has 100 MB. */
async function startRole() {
  const { path: folder, remove } = await makeTestFolder()
  onTestFinished(remove)
  const arrived: IncomingMessage[] = []
  const site = await startSite((incoming, response) => {
    arrived.push(incoming)
    if (incoming.url !== '/robots.txt') return void response.end('content')
    response.writeHead(200, { 'content-type': 'text/plain' })
    const line = Buffer.from('Disallow: /a\n'.repeat(5_000))
    let left = 1_600
    const write = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1
        if (!response.write(line)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  })
  onTestFinished(() => void site.server.close().closeAllConnections())
  const [metrics = 0] = await findFreePorts(1)
  const bot = createBot(agent)
  const [file, directory] = [join(folder, 'gateway.yaml'), join(folder, 'bot.json')]
  writeFileSync(directory, JSON.stringify({ keys: [bot.key.publicKey.export({ format: 'jwk' })] }))
  const write = (directoryFile = directory) =>
    writeFileSync(
      file,
      `listen: { host: 127.0.0.1, http: 0 }
captcha: { api: "http://127.0.0.1:1", siteKey: bsk_0123456789012345678901, secretKey: bsec_a, whenAway: REFUSE }
signedBots: [{ agent: "${agent}", directoryFile: "${directoryFile}", name: Reader, purpose: AI_USER }]
sites:
  - hosts: [shop.example]
    upstreams: [{ url: "${site.url}" }]
    trapLinks: true
    robots: { mode: MERGE }
    policies: [{ name: all, mode: LIVE, challenge: ALWAYS, programs: { AI_USER: ALLOW, AI_TRAINING: DENY } }]`,
    )
  write()
  const config = readConfig({ ROLE: 'gateway', GATEWAY_FILE: file, DATA_DIR: folder, METRICS_PORT: String(metrics) })
  if (config.status === 'invalid') throw new Error(config.faults.join())
  const said: string[] = []
  const gateway = await startGateway(config.config, {
    folder,
    ports: portsOfFile(file),
    say: () => undefined,
    openLog: () => pino({ level: 'error' }, { write: (line) => void said.push(line) }),
    tellDecision: () => undefined,
  })
  onTestFinished(() => gateway.stop())
  async function ask(path: string, headers: Record<string, string> = {}) {
    const port = gateway.addresses[0]?.port
    const sent = request({ host: '127.0.0.1', port, path, agent: false, headers: { host: 'shop.example', ...headers } })
    sent.end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, body: await text(answer) }
  }
  return { gateway, ask, arrived, bot, folder, write, said }
}

function signed(bot: Bot, host = 'shop.example'): Record<string, string> {
  const created = Math.floor(Date.now() / 1_000)
  const components = [
    ['"@authority"', host],
    ['"signature-agent"', `"${agent}"`],
  ] as const
  const parameters = { created, expires: created + 60, nonce: randomUUID() }
  const { input, signature } = signatureOf({ bot, components, parameters })
  return { 'signature-agent': `"${agent}"`, 'signature-input': input, signature }
}

test('a bot that signs passes once with each signature, also over a reload, and whoever forges one is denied', async () => {
  const { gateway, ask, arrived, bot, folder, write, said } = await startRole()
  const headers = signed(bot)
  expect((await ask('/', headers)).status).toBe(200)
  expect(arrived[0]?.headers).toMatchObject({
    'bollard-bot': 'Reader',
    'bollard-trap': expect.stringMatching(/^\/\w+\//u),
  })
  const code = async (more: Record<string, string>) =>
    (JSON.parse((await ask('/', more)).body) as { code: string }).code
  await gateway.reload()
  expect(await code(headers)).toBe('denied')
  expect(await code(signed(bot, 'other.example'))).toBe('denied')
  expect(await code(signed({ ...createBot(agent), key: bot.key }))).toBe('denied')
  expect(await code(signed(createBot(agent)))).toBe('challenge-needed')
  expect(await code({})).toBe('challenge-needed')
  // A directory that cannot be used leaves what was.
  writeFileSync(join(folder, 'broken.json'), '{}')
  write(join(folder, 'broken.json'))
  await gateway.reload()
  expect(said.join('')).toContain('is no directory of keys: unreadable')
  expect((await ask('/', signed(bot))).status).toBe(200)
})

test('a robots.txt of 100 MB is read as far as crawlers do, and what policies refuse stands in it', async () => {
  const { ask } = await startRole()
  const { status, body } = await ask('/robots.txt')
  expect([status, Buffer.byteLength(body) < 500 * 1_024]).toEqual([200, true])
  const robots = readRobots(body)
  expect([isAllowed(robots, 'GPTBot', '/'), isAllowed(robots, 'Googlebot', '/')]).toEqual([false, true])
  const [, folder = ''] = /Disallow: (\/\w{12}\/)$/mu.exec(body) ?? []
  expect(isAllowed(robots, 'SomeBot', `${folder}x`)).toBe(false)
  expect((await ask('/')).body).toContain('challenge-needed')
})
