import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type IncomingMessage, request, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeTestFolder } from '@bollard/testing'
import { expect, onTestFinished, test } from 'vitest'
import { startSite } from '../../packages/gateway/src/testing/start-gateway.ts'
import { checkGateway } from '../commands/check-gateway.ts'
import { findFreePorts } from '../testing/free-ports.ts'
import { endOf, freePorts, startProduct } from '../testing/start-product.ts'

const fileWith = (url: string, port: number, policies: string) => `
listen: { host: 127.0.0.1, http: ${port} }
sites:
  - hosts: [shop.example]
    upstreams: [{ url: "${url}" }]
    policies: ${policies}
`

async function startRole(listener: RequestListener, policies: string) {
  const site = await startSite(listener)
  const folder = await makeTestFolder()
  const file = join(folder.path, 'gateway.yaml')
  const [port = 0] = await findFreePorts(1)
  const write = (next: string) => writeFileSync(file, fileWith(site.url, port, next))
  write(policies)
  const product = await startProduct(await freePorts(), join(folder.path, 'data'), {
    ROLE: 'gateway',
    GATEWAY_FILE: file,
  })
  onTestFinished(async () => {
    product.supervisor.kill('SIGTERM')
    expect(await endOf(product.supervisor)).toBe(0)
    site.server.close()
    await folder.remove()
  })
  async function ask(path: string) {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      agent: false,
      headers: { host: 'shop.example', 'user-agent': 'GPTBot/1.2' },
    })
    sent.end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
  }
  const health = async () => (await fetch(`${product.metricsUrl}/health`)).json()
  return { product, file, write, ask, health }
}

test('a file that changes is taken up without losing a request, and a wrong one leaves what was', async () => {
  const open = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const { product, write, ask, health } = await startRole((incoming, response) => {
    if (incoming.url !== '/slow') return void response.end('content')
    began.resolve()
    return void open.promise.then(() => response.end('late'))
  }, '[{ name: first, mode: LIVE }]')
  expect(await ask('/')).toMatchObject({
    status: 200,
    body: 'content',
    headers: { 'bollard-decision': expect.any(String) },
  })
  const slow = ask('/slow')
  await began.promise
  write('[{ name: second, mode: LIVE, programs: { AI_TRAINING: DENY } }]')
  product.supervisor.kill('SIGHUP')
  await expect.poll(product.said).toContain('taken up')
  const refused = await ask('/?token=secret')
  expect(refused).toMatchObject({ status: 403, headers: { 'content-type': 'application/problem+json' } })
  open.resolve()
  expect(await slow).toMatchObject({ status: 200, body: 'late' })

  write('[{ name: third, mod: LIVE }]')
  product.supervisor.kill('SIGHUP')
  await expect
    .poll(health)
    .toMatchObject({ file: { status: 'refused', reason: expect.stringContaining('unknown-field') } })
  await expect.poll(product.said).toContain('line 6, column 31: /sites/0/policies/0/mod: unknown-field')
  expect((await ask('/')).status).toBe(403)

  // What a visitor quotes is found, and nothing of who it was.
  await expect.poll(product.said).toContain(String(refused.headers['bollard-decision']))
  const line = product
    .said()
    .split('\n')
    .find((one) => one.includes(String(refused.headers['bollard-decision'])))
  expect(JSON.parse(line ?? '')).toMatchObject({
    conclusion: 'DENY',
    policy: 'second',
    path: '/',
    reasons: ['program: program-denied'],
  })
  expect(line).not.toMatch(/127\.0\.0\.1|secret/u)
  const metrics = await (await fetch(`${product.metricsUrl}/metrics`)).text()
  expect(metrics).toMatch(
    /bollard_gateway_decisions_total\{site="shop.example",policy="second",conclusion="DENY",would_be="DENY",process="gateway"\} \d/u,
  )
  expect(metrics).toMatch(/bollard_gateway_reloads_total\{outcome="failed",process="gateway"\} 1/u)
})

test('a file is checked before it counts: every fault with its place, or what each host does', async () => {
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  const file = join(folder.path, 'gateway.yaml')
  const check = async (policies: string) => {
    writeFileSync(file, fileWith('http://127.0.0.1:8080', 80, policies))
    const lines: string[] = []
    return { code: await checkGateway(['check', file], (line) => lines.push(line)), lines }
  }
  expect(await check('[{ name: a, paths: [a], limiters: [b] }]')).toEqual({
    code: 1,
    lines: ['line 6, column 35: /sites/0/policies/0/paths/0: path-invalid'],
  })
  const { code, lines } = await check('[{ name: sign-in, paths: [/login], methods: [POST] }]')
  expect([code, lines]).toEqual([0, expect.arrayContaining(['  sign-in [DRY_RUN] POST /login', '  all else passes'])])
  await expect(checkGateway(['check'], () => {})).rejects.toThrow('Name the file')
  await expect(checkGateway(['check', `${file}.none`], () => {})).rejects.toThrow('cannot be read (ENOENT)')
})
