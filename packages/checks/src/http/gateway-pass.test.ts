import { WebSocketServer } from 'ws'
import { expect, test } from 'vitest'
import { createProbePasses, probePassKey } from '@bollard/visitor-credentials/probe-pass'
import { createServer } from 'node:http'
import { check, listen, open, serveHttp } from '../testing/start-servers.ts'
import { isSameServer } from './gateway-pass.ts'

const gateway = { secret: probePassKey('a secret that both of them know', '127.0.0.1').toString('base64url') }

test('a check behind a gateway brings a fresh pass for the host with each request to its server, and to no other', async () => {
  const passes = createProbePasses('a secret that both of them know')
  const got: unknown[] = []
  const other = await serveHttp((request, response) => {
    got.push(request.headers['bollard-probe'])
    response.end()
  })
  const url = await serveHttp((request, response) => {
    const pass = String(request.headers['bollard-probe'])
    got.push(passes.use(pass, '127.0.0.1', Date.now()), passes.use(pass, '127.0.0.1', Date.now()))
    if (request.url === '/') response.writeHead(302, { location: '/next' }).end()
    else response.writeHead(302, { location: other }).end()
  })
  expect((await check('HTTP', { url: `${url}/`, gateway })).verdict).toBe('UP')
  expect(got).toEqual([true, false, true, false, undefined])
  got.length = 0
  await check('HTTP', { url: `${url}/` })
  expect(got[0]).toBe(false)
})

test('what the owner sends by the same name does not take the place of the pass', async () => {
  let got: unknown
  const url = await serveHttp((request, response) => {
    got = request.headers['bollard-probe']
    response.end()
  })
  await check('HTTP', { url, gateway, headers: [{ name: 'Bollard-Probe', value: 'mine' }] })
  expect(got).toMatch(/^bgp1\.[\w-]{70}$/u)
})

test('a WebSocket brings it too', async () => {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  let got: unknown
  sockets.on('connection', (_socket, request) => void (got = request.headers['bollard-probe']))
  const { port } = await listen(server)
  expect((await check('WEBSOCKET', { url: `ws://127.0.0.1:${port}/`, gateway }, { options: open })).verdict).toBe('UP')
  expect(createProbePasses('a secret that both of them know').use(String(got), '127.0.0.1', Date.now())).toBe(true)
})

test.for<[string, string, boolean]>([
  ['https://shop.example/a', 'https://shop.example/b', true],
  ['http://shop.example/', 'https://shop.example/', true],
  ['https://shop.example./', 'https://shop.example/', true],
  ['https://shop.example/', 'http://shop.example/', false],
  ['https://shop.example/', 'https://shop.example:8443/', false],
  ['http://shop.example:8080/', 'https://shop.example/', false],
  ['https://shop.example/', 'https://www.shop.example/', false],
  ['https://shop.example/', 'https://shop.example.evil.example/', false],
])('from %s to %s the server is the same: %s', ([first, url, same]) => {
  expect(isSameServer(new URL(first), new URL(url))).toBe(same)
})
