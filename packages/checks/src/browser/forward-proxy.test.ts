import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { CheckOptions } from '../check.ts'
import { startRun } from '../connection/probe-run.ts'
import { open, serveHttp, serveTcp } from '../testing/start-servers.ts'
import { startForwardProxy } from './forward-proxy.ts'

async function proxyWith(options: CheckOptions, captcha = 'http://127.0.0.1:1') {
  const run = startRun(10_000, options, 'timeout')
  onTestFinished(() => run.end())
  const proxy = await startForwardProxy(run, { family: 'ANY', captcha: new URL(captcha) })
  /** The first line of what the proxy answers to something. */
  async function ask(said: string): Promise<string> {
    const socket = connect(proxy.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(said)
    const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])])
    socket.destroy()
    return String(answer).split('\r\n')[0] ?? ''
  }
  return { proxy, run, ask }
}
const closed: CheckOptions = { allowPrivate: false, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
const spellings = [
  '127.0.0.1',
  '0x7f.1',
  '2130706433',
  '[::ffff:7f00:1]',
  '[::1]',
  'localhost',
  '169.254.169.254',
  'inside.example',
]

test('no tunnel and no request leads into the own network, however its host is written', async () => {
  const reached: string[] = []
  const { port } = await serveTcp((socket) => void reached.push(String(socket.remoteAddress)))
  const { ask, proxy } = await proxyWith(closed)
  for (const host of spellings) {
    expect(await ask(`CONNECT ${host}:${port} HTTP/1.1\r\nhost: a\r\n\r\n`), host).toBe('HTTP/1.1 502 Bad Gateway')
    expect(await ask(`GET http://${host}:${port}/ HTTP/1.1\r\nhost: a\r\n\r\n`), host).toBe('HTTP/1.1 502 Bad Gateway')
  }
  expect(reached).toEqual([])
  expect(proxy.faultOf(`inside.example:${port}`)).toMatchObject({ code: 'private-address' })
})

test('what is no request to a proxy is refused: paths, other schemes, passwords, and ports that browsers refuse', async () => {
  const { ask } = await proxyWith(open)
  for (const said of ['GET / HTTP/1.1', 'GET ftp://a.example/ HTTP/1.1', 'GET http://a:b@127.0.0.1/ HTTP/1.1'])
    expect(await ask(`${said}\r\nhost: a\r\n\r\n`), said).toBe('HTTP/1.1 400 Bad Request')
  expect(await ask('CONNECT a@127.0.0.1:80 HTTP/1.1\r\nhost: a\r\n\r\n')).toBe('')
  const { ask: askClosed } = await proxyWith({ ...closed, isPublic: () => true })
  expect(await askClosed('CONNECT shop.example:25 HTTP/1.1\r\nhost: a\r\n\r\n')).toBe('HTTP/1.1 502 Bad Gateway')
})

test('host and port of the captcha alone may be private, requests arrive as they are, and all ends with the run', async () => {
  const seen: unknown[] = []
  const captcha = await serveHttp(async (request, response) => {
    seen.push([
      request.method,
      request.url,
      request.headers.host,
      request.headers['proxy-connection'],
      await text(request),
    ])
    response.end()
  })
  const { host, port } = new URL(captcha)
  const { ask, proxy, run } = await proxyWith(closed, captcha)
  const body =
    'POST http://host/a?b HTTP/1.1\r\nhost: evil\r\nproxy-connection: keep-alive\r\ncontent-length: 2\r\n\r\nhi'
  expect(await ask(body.replace('//host', `//${host}`))).toBe('HTTP/1.1 200 OK')
  expect(seen).toEqual([['POST', '/a?b', host, undefined, 'hi']])
  expect(await ask(`CONNECT 127.0.0.1:${Number(port) - 1} HTTP/1.1\r\nhost: a\r\n\r\n`)).toBe(
    'HTTP/1.1 502 Bad Gateway',
  )
  run.end()
  const late = connect(proxy.port, '127.0.0.1')
  expect(await once(late, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])
})
