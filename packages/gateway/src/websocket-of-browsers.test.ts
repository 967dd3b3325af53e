import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import type { Duplex } from 'node:stream'
import { browserLaunchOptions } from '@bollard/testing'
import { chromium } from 'playwright-core'
import { expect, it } from 'vitest'
import { startGateway } from './testing/start-gateway.ts'

it('a browser that reads pages by HTTP/2 opens its WebSockets by HTTP/1.1, and both reach the site', async () => {
  await using running = await startGateway({ isEncrypted: true })
  running.site.server.on('upgrade', echo)
  await using browser = await chromium.launch(await browserLaunchOptions())
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  await page.goto(`https://localhost:${running.port}/`)
  const found = await page.evaluate(
    () =>
      new Promise<readonly unknown[]>((resolve) => {
        const [read] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        const socket = new WebSocket(`wss://${location.host}/live`)
        socket.onopen = () => socket.send('hello')
        socket.onmessage = ({ data }) => resolve([read?.nextHopProtocol, data])
        socket.onerror = () => resolve([read?.nextHopProtocol, 'failed'])
      }),
  )
  expect(found).toEqual(['h2', 'hello'])
})

it('HTTP/2 announces no WebSockets, and whoever asks for one by it all the same is refused', async () => {
  await using running = await startGateway({ isEncrypted: true })
  const session = connect(`https://localhost:${running.port}`, { rejectUnauthorized: false })
  await once(session, 'remoteSettings')
  expect(session.remoteSettings.enableConnectProtocol ?? false).toBe(false)
  // A client that does not heed what the server announced (RFC 8441, 3).
  const stream = session.request({ ':method': 'CONNECT', ':authority': 'localhost' })
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
  expect(headers[':status']).toBe(405)
  expect(running.arrived).toEqual([])
  session.destroy()
})

/** The least of RFC 6455: one short message, sent back. */
function echo({ headers }: IncomingMessage, socket: Duplex): void {
  const accept = createHash('sha1')
    .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
  )
  socket
    .on('error', () => undefined)
    .once('data', (frame: Buffer) => {
      const length = (frame[1] ?? 0) & 0x7f
      const mask = frame.subarray(2, 6)
      const text = frame.subarray(6, 6 + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0))
      socket.write(Buffer.concat([Buffer.from([0x81, length]), text]))
    })
}
