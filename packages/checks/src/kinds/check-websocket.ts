import { WebSocket } from 'ws'
import type { Targets } from '../check.ts'
import { openSecure, openSocket, requireTrust } from '../connection/connect.ts'
import { findHost, hostOf } from '../connection/find-host.ts'
import { checkPort } from '../connection/ports.ts'
import type { ProbeRun } from '../connection/probe-run.ts'
import { CheckFault, faultOf } from '../faults.ts'
import { type Finding, finding } from '../finding.ts'
import { readUrl } from '../http/check-http.ts'
import { gatewayPass } from '../http/gateway-pass.ts'
import { requestHeaders } from '../http/request-headers.ts'
import { findText } from './check-tcp.ts'

const textBytesMax = 65_536

/** Asks for WebSocket and, where the check has them, sends a message and waits for one that holds a text. */
export async function checkWebSocket(run: ProbeRun, target: Targets['WEBSOCKET']): Promise<Finding> {
  const url = readUrl(target.url, ['ws:', 'wss:'], 'target-invalid')
  const isSecure = url.protocol === 'wss:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  checkPort(run, port, 'WEB')
  const found = await findHost(run, hostOf(url))
  const secure = isSecure ? await openSecure(run, found, port, { serverName: null }) : null
  if (secure !== null) requireTrust(secure)
  const socket = secure?.socket ?? (await openSocket(run, found, port))
  const { remoteAddress: address } = socket
  const facts = address === undefined ? {} : { address }
  const { userAgent } = run.options
  const headers = {
    ...requestHeaders(url, { headers: target.headers, authentication: null, userAgent, isOwnSite: true }),
    ...gatewayPass(run, target.gateway, { first: url, url }),
  }
  const from = run.elapsed()
  const webSocket = new WebSocket(url, {
    headers,
    createConnection: () => socket,
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: textBytesMax,
    handshakeTimeout: Math.max(1, Math.round(run.left())),
  })
  run.hold({ destroy: () => webSocket.terminate(), on: (event, listener) => webSocket.on(event, listener) })
  // A message may come in one packet with the answer, so it is listened for from the start.
  const { opened, heard } = listen(webSocket, target.expect)
  await opened
  run.took('firstByteMs', from)
  if (target.send !== null) webSocket.send(target.send)
  const result = target.expect === null ? finding({ facts }) : findText(facts, target.expect, await heard)
  webSocket.close()
  return result
}

function listen(webSocket: WebSocket, expect: string | null): { opened: Promise<void>; heard: Promise<string> } {
  const opened = new Promise<void>((resolve, reject) => {
    webSocket.on('open', resolve)
    webSocket.on('unexpected-response', (_request, { statusCode }) =>
      reject(new CheckFault('upgrade-refused', `status ${statusCode ?? 0}`)),
    )
    // The library tells of refused handshakes by messages of its own, and of broken connections by Node's errors.
    webSocket.on('error', (error) => {
      const fault = faultOf(error)
      reject(fault.code === 'prober-failed' ? new CheckFault('upgrade-refused', error.message) : fault)
    })
    webSocket.on('close', () => reject(new CheckFault('connection-reset', 'the connection was closed')))
  })
  const heard = new Promise<string>((resolve) => {
    let text = ''
    webSocket.on('message', (message, isBinary) => {
      const next = isBinary ? '' : String(message)
      text = `${text}${text === '' ? '' : '\n'}${next}`
      if (expect === null || next.includes(expect)) resolve(next)
      else if (text.length > textBytesMax) resolve(text)
    })
    webSocket.on('close', () => resolve(text))
  })
  return { opened, heard }
}
