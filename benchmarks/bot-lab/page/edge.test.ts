import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, type Edge, startEdge } from './edge.ts'

const seen: { request: IncomingMessage; body: string }[] = []
const service = createServer(async (request, response) => {
  seen.push({ request, body: await text(request) })
  response.writeHead(418, { 'x-tea': 'pot' }).end('short and stout')
})
let edge: Edge
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve)
  })
  const address = service.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  edge = await startEdge(`http://127.0.0.1:${address.port}`, '198.18.7.10')
})
afterAll(async () => {
  await edge.stop()
  service.close()
})

test('a call is passed on as it came, with the address of the visitor behind whatever the visitor claims', async () => {
  const answer = await fetch(`${edge.origin}/a?b=c`, {
    method: 'POST',
    body: 'tea',
    headers: { 'X-Forwarded-For': '203.0.113.9', 'User-Agent': 'somebody' },
  })
  expect([answer.status, answer.headers.get('x-tea'), await answer.text()]).toEqual([418, 'pot', 'short and stout'])
  const [call] = seen
  expect(call).toMatchObject({ body: 'tea', request: { method: 'POST', url: '/a?b=c' } })
  expect(call?.request.headers['x-forwarded-for']).toBe('203.0.113.9, 198.18.7.10')
  expect(call?.request.headers['user-agent']).toBe('somebody')
})

test('visitors are in networks of their own', () => {
  const networks = Array.from({ length: 512 }, (_, index) => addressOf(index).replace(/\.\d+$/u, ''))
  expect(new Set(networks).size).toBe(512)
  expect(networks.every((network) => /^198\.1[89]\.\d+$/u.test(network))).toBe(true)
  expect(addressOf(512)).not.toBe(addressOf(0))
})
