import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { serverOptions } from './server-options.ts'

const app = Fastify(serverOptions({ requestTimeoutMs: 500 }))
app.post('/', async () => 'read')
await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())
const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'

// Side by side, since all three only wait.
test.concurrent.each([
  ['in the headers', head],
  ['in the body', `${head}content-length: 100\r\n\r\n{`],
  ['in a body without a length', `${head}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`],
])('who stops %s is let go in time', { timeout: 20_000 }, async (_where, text) => {
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
  socket.write(text)
  socket.resume()
  await once(socket, 'close')
  expect(socket.bytesRead).toBeGreaterThan(0)
})
