import type { Duplex, Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { headersForVisitor } from './headers.ts'
import type { SlowSides, Transfer } from './slow-sides.ts'
import type { Server, UpstreamGroup } from './upstreams.ts'
import type { AnyRequest, AnyResponse, Fault, Pass, Visit } from './visit.ts'

export interface Forwarded {
  readonly visit: Visit
  readonly verdict: Pass
  readonly group: UpstreamGroup
  readonly slowSides: SlowSides
  readonly given: Given
  /** Bytes that a body may have whose length nobody said; null for no bound. */
  readonly bodyMax: number | null
  /** The headers for this server of the site. */
  readonly headersFor: (server: Server) => string[]
  /** Answers with a fault of the way to the site; nothing has been sent to the visitor then. */
  readonly refuse: (fault: Fault) => void
}

/** What the visitor was given so far: the status, null before there is one, and the bytes of the body. */
export interface Given {
  status: number | null
  bytes: number
}

const repeatable = new Set(['GET', 'HEAD', 'OPTIONS'])
const awayCodes =
  /^(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|UND_ERR_SOCKET)$/u
const unreached = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/u

/** Hands a request on to a server of the site, and its answer to the visitor, each as it comes: nothing is gathered or copied. */
export function forwardRequest(response: AnyResponse, forwarded: Forwarded): void {
  const { visit, group } = forwarded
  const server = group.choose()
  if (server === undefined) return forwarded.refuse({ status: 503, code: 'no-upstream' })
  send(response, forwarded, { server, body: hasBody(visit.request) ? visit.request : null, isLast: false })
}

interface Attempt {
  readonly server: Server
  readonly body: Readable | null
  /** No other server is asked after this one. */
  readonly isLast: boolean
}

function send(response: AnyResponse, forwarded: Forwarded, { server, body, isLast }: Attempt): void {
  const { visit, verdict, group, slowSides, refuse } = forwarded
  const { request } = visit
  let controller: Dispatcher.DispatchController | undefined
  let isOver = false
  const upload = body === null ? null : uploadOf(body, () => cutOff(request, response))
  const download: Transfer = {
    bytes: 0,
    before: 0,
    waits: 0,
    isWaiting: () => controller?.paused === true,
    cut: () => cutOff(request, response),
  }
  const settle = (): void => {
    if (isOver) return
    isOver = true
    server.underWay -= 1
    slowSides.forget(download)
    if (upload !== null) slowSides.forget(upload)
  }
  const onGone = (): void => {
    if (isOver) return
    settle()
    controller?.abort(new Error('the visitor has gone'))
  }
  const resume = (): void => controller?.resume()
  response.on('close', onGone)
  server.underWay += 1
  if (upload !== null) slowSides.watch(upload)
  const headers = forwarded.headersFor(server)
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      if (isOver) started.abort(new Error('the visitor has gone'))
    },
    onBodySent(chunk) {
      if (upload === null) return
      upload.bytes += chunk.byteLength
      if (forwarded.bodyMax === null || upload.bytes <= forwarded.bodyMax) return
      settle()
      controller?.abort(new Error('the body is too large'))
      refuse({ status: 413, code: 'body-too-large' })
    },
    onResponseStart(started, status, _headers, message) {
      // What comes before the answer itself, such as early hints, stays here.
      if (status < 200 || isOver) return
      const raw = rawOf(started.rawHeaders)
      const forVisitor = headersForVisitor(raw, request.httpVersionMajor, verdict.answerHeaders)
      writeHead(response, status, message ?? '', forVisitor)
      verdict.onHead?.(status)
      // With what has come with it in one go, if anything has; events of a server may be long in coming.
      queueMicrotask(() => {
        if (download.bytes === 0 && !isOver) flushHead(response)
      })
    },
    onResponseData(started, chunk) {
      download.bytes += chunk.byteLength
      forwarded.given.bytes += chunk.byteLength
      // `write` of the two kinds of response have nothing in common for the compiler but this.
      if ((response as { write(data: Buffer): boolean }).write(chunk)) return
      started.pause()
      slowSides.watch(download)
      response.once('drain', () => {
        slowSides.forget(download)
        resume()
      })
    },
    onResponseEnd(_controller, trailers) {
      if (Object.keys(trailers).length > 0) response.addTrailers(trailers as Record<string, string>)
      settle()
      endAnswer(request, response, slowSides)
    },
    onResponseError(_controller, error) {
      if (isOver) return
      settle()
      const code = codeOf(error)
      if (awayCodes.test(code)) group.noteAway(server)
      if (response.headersSent) return cutOff(request, response)
      // Whoever was not reached got nothing of the body either; what was sent once is sent again only where that changes nothing.
      const isUntouched = body === null ? unreached.test(code) || repeatable.has(visit.method) : false
      const other =
        isLast || !isUntouched ? undefined : (group.choose(server) ?? (code === 'UND_ERR_SOCKET' ? server : undefined))
      if (other !== undefined) return send(response, forwarded, { server: other, body, isLast: true })
      refuse(/TIMEOUT/u.test(code) ? { status: 504, code: 'upstream-slow' } : { status: 502, code: 'upstream-away' })
    },
  }
  server.pool.dispatch(
    { path: visit.target, method: visit.method as Dispatcher.HttpMethod, headers, body, idempotent: false },
    handler,
  )
}

/** Opens a WebSocket to the site and joins the two connections. `socket` has read the request and nothing of what follows but `head`. */
export function forwardUpgrade(socket: Duplex, head: Buffer, forwarded: Omit<Forwarded, 'bodyMax'>): void {
  const { visit, verdict, group, refuse, given, slowSides } = forwarded
  const server = group.choose()
  if (server === undefined) return refuse({ status: 503, code: 'no-upstream' })
  let isOver = false
  let controller: Dispatcher.DispatchController | undefined
  server.underWay += 1
  const settle = (): void => {
    if (!isOver) server.underWay -= 1
    isOver = true
  }
  socket.on('error', () => socket.destroy())
  socket.once('close', () => {
    settle()
    controller?.abort(new Error('the visitor has gone'))
  })
  /** Of an answer that is no WebSocket. */
  const download: Transfer = {
    bytes: 0,
    before: 0,
    waits: 0,
    isWaiting: () => controller?.paused === true,
    cut: () => socket.destroy(),
  }
  socket.once('close', () => slowSides.forget(download))
  const start = (status: number, message: string, raw: readonly Buffer[], isUpgraded: boolean): void => {
    given.status = status
    const lines = headersForVisitor(raw, 1, verdict.answerHeaders)
    verdict.onHead?.(status)
    const fields = lines.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${lines[index + 1] ?? ''}`] : []))
    const connection = isUpgraded ? ['connection: Upgrade', 'upgrade: websocket'] : ['connection: close']
    socket.write(
      Buffer.from(`HTTP/1.1 ${status} ${message}\r\n${[...connection, ...fields].join('\r\n')}\r\n\r\n`, 'latin1'),
    )
  }
  server.pool.dispatch(
    { path: visit.target, method: 'GET', headers: forwarded.headersFor(server), upgrade: 'websocket' },
    {
      onRequestStart(started) {
        controller = started
        if (isOver) started.abort(new Error('the visitor has gone'))
      },
      onRequestUpgrade(started, status, _headers, site) {
        start(status, 'Switching Protocols', rawOf(started.rawHeaders), true)
        controller = undefined
        if (head.length > 0) site.write(head)
        site.on('error', () => socket.destroy()).once('close', () => socket.destroy())
        socket.once('close', () => site.destroy())
        // Neither end goes on alone.
        for (const end of [site, socket]) end.once('end', () => end.end())
        site.pipe(socket)
        socket.pipe(site)
      },
      onResponseStart(started, status, _headers, message) {
        if (status >= 200) start(status, message ?? '', rawOf(started.rawHeaders), false)
      },
      onResponseData(started, chunk) {
        given.bytes += chunk.byteLength
        download.bytes += chunk.byteLength
        if (socket.write(chunk)) return
        started.pause()
        slowSides.watch(download)
        socket.once('drain', () => {
          slowSides.forget(download)
          controller?.resume()
        })
      },
      onResponseEnd() {
        controller = undefined
        endSocket(socket, slowSides)
      },
      onResponseError(_controller, error) {
        if (isOver) return
        settle()
        if (awayCodes.test(codeOf(error))) group.noteAway(server)
        refuse({ status: 502, code: 'upstream-away' })
      },
    },
  )
}

/** Ends an answer. A visitor who never takes the last of it would hold it, and its stream of HTTP/2, for ever. */
export function endAnswer(request: AnyRequest, response: AnyResponse, slowSides: SlowSides, last?: Buffer): void {
  // `end` of the two kinds of response have nothing in common for the compiler but this.
  ;(response as { end(data?: Buffer): void }).end(last)
  // What the kernel has taken is held by it alone.
  if (response.destroyed || (!('stream' in response) && response.writableLength === 0)) return
  const rest = slowSides.watchRest(response.writableLength, () => cutOff(request, response))
  response.on('close', () => slowSides.forget(rest))
}

/** Ends what is said on a connection. The other end has to end it too, or is cut off. */
export function endSocket(socket: Duplex, slowSides: SlowSides, last?: Buffer): void {
  socket.end(last)
  if (socket.destroyed) return
  const rest = slowSides.watchRest(socket.writableLength, () => socket.destroy())
  socket.once('close', () => slowSides.forget(rest))
}

function hasBody(request: AnyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (coding !== undefined || (length !== undefined && length !== '0')) return true
  return 'stream' in request && !request.stream.endAfterHeaders
}

function uploadOf(body: Readable, cut: () => void): Transfer {
  // Where something waits to be read, it is the site that is slow.
  return { bytes: 0, before: 0, waits: 0, isWaiting: () => body.readableLength === 0 && !body.isPaused(), cut }
}

function cutOff(request: AnyRequest, response: AnyResponse): void {
  if ('stream' in request) request.stream.close(0x2)
  else response.destroy()
}

function writeHead(response: AnyResponse, status: number, message: string, headers: string[]): void {
  if ('stream' in response) response.writeHead(status, headers as never)
  else response.writeHead(status, message, headers)
}

/** Sends the head alone; HTTP/2 has sent it already. */
function flushHead(response: AnyResponse): void {
  if (!('stream' in response)) response.flushHeaders()
}

function rawOf(raw: Dispatcher.DispatchController['rawHeaders']): Buffer[] {
  return Array.isArray(raw) ? (raw as Buffer[]) : []
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}
