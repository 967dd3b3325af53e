import { channel } from 'node:diagnostics_channel'
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { connectionsOf, endGently, type Guest } from './drain-connections.ts'
import { type ExpressCall, readCall } from './read-call.ts'

export type { ExpressCall } from './read-call.ts'

/** What a handler answers with: a body of JSON that is ready to be sent. */
export interface ExpressAnswer {
  /** The route as the full server knows it, for the figures. */
  readonly route: string
  readonly status: number
  readonly contentType?: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string | number>>
}

/**
 * Takes a call, or leaves it to the full server with `null`, which it may only do before it has done anything. A promise
 * never rejects.
 */
export type ExpressHandler = (call: ExpressCall) => ExpressAnswer | Promise<ExpressAnswer> | null

export interface ExpressLaneOptions {
  readonly take: ExpressHandler
  /** Headers of every answer of the lane. */
  readonly headers?: Readonly<Record<string, string>>
  /** Connections that say nothing for this long are closed, in milliseconds. */
  readonly idleMs?: number
  /** A call that has begun must be there whole within this time, in milliseconds. */
  readonly requestMs?: number
}

/** Tells of every answer of a lane: `{ route, status, seconds }`. */
export const expressAnswers = channel('bollard.http.express')

/** A server whose connections are watched drains its lane too. */
export interface ExpressLane extends Guest {
  /** Takes no more connections, ends those that wait, and lets running calls finish. */
  close(): void
}

const headAndBodyBytesMax = 16_384

interface Connection {
  readonly socket: Socket
  /** Bytes of a call that is not whole yet. */
  waiting: Buffer | null
  busy: boolean
  /** It does not read its answers: what it sends waits until they have left. */
  blocked: boolean
  /** The other side will send nothing more. */
  ended: boolean
  /** Since when it says nothing, or since when its call is under way; by `performance.now()`. */
  since: number
  readonly onData: (chunk: Buffer) => void
  readonly onEnd: () => void
}

/**
 * A narrow lane beside Node's HTTP server for the few calls that come a thousand times a second. It takes connections
 * first and answers calls that are as plain as a browser's `fetch` makes them; whatever else comes, be it only unusual,
 * is handed to the full server with every byte, and stays there. So the lane has no leniency of its own: it never
 * interprets what Node's parser might read differently. Half of what a call costs on this stack is saved by it
 * (`benchmarks/service`).
 */
export function openExpressLane(server: Server, options: ExpressLaneOptions): ExpressLane {
  const idleMs = options.idleMs ?? 65_000
  const requestMs = options.requestMs ?? 10_000
  const takesOver = server.listeners('connection')
  const connections = new Set<Connection>()
  const extra = linesOf({ 'x-content-type-options': 'nosniff', ...options.headers })
  // Clients that know the promise use no connection that is about to end.
  const staying = `connection: keep-alive\r\n${idleMs < 1_000 ? '' : `keep-alive: timeout=${Math.floor(idleMs / 1_000)}\r\n`}`
  let open = true

  function enter(socket: Socket): void {
    if (!open) return void handOver(socket, null)
    const connection: Connection = {
      socket,
      waiting: null,
      busy: false,
      blocked: false,
      ended: false,
      since: performance.now(),
      onData: (chunk) => take(connection, chunk),
      onEnd: () => {
        connection.ended = true
        if (!connection.busy) socket.end()
      },
    }
    connections.add(connection)
    socket.on('data', connection.onData)
    socket.on('end', connection.onEnd)
    socket.on('error', ignore)
    socket.once('close', () => connections.delete(connection))
  }

  function take(connection: Connection, chunk: Buffer): void {
    if (connection.busy || connection.blocked) {
      // The next call while the last one is not answered, or its answer not taken: kept until it is.
      connection.waiting = connection.waiting === null ? chunk : Buffer.concat([connection.waiting, chunk])
      connection.socket.pause()
      return
    }
    const bytes = connection.waiting === null ? chunk : Buffer.concat([connection.waiting, chunk])
    const call = readCall(bytes, connection.socket.remoteAddress)
    if (call === 'incomplete' && bytes.length < headAndBodyBytesMax) {
      if (connection.waiting === null) connection.since = performance.now()
      connection.waiting = bytes
      return
    }
    const answering = typeof call === 'string' ? null : options.take(call)
    if (answering === null) return leave(connection, bytes)
    connection.waiting = null
    connection.busy = true
    connection.since = performance.now()
    if (answering instanceof Promise) void answering.then((answer) => finish(connection, answer))
    else finish(connection, answering)
  }

  function finish(connection: Connection, answer: ExpressAnswer): void {
    const { socket } = connection
    const now = performance.now()
    if (expressAnswers.hasSubscribers)
      expressAnswers.publish({ route: answer.route, status: answer.status, seconds: (now - connection.since) / 1000 })
    connection.busy = false
    connection.since = now
    if (socket.destroyed) return
    const stays = open && !connection.ended
    const flows = socket.write(write(answer, extra, stays ? staying : 'connection: close\r\n'))
    if (!stays) return end(connection)
    if (flows) return next(connection)
    connection.blocked = true
    socket.once('drain', () => {
      connection.blocked = false
      if (!socket.destroyed && !connection.ended) next(connection)
    })
  }

  /** Takes up the call that has come meanwhile. */
  function next(connection: Connection): void {
    const { socket, waiting } = connection
    if (waiting === null) return
    connection.waiting = null
    socket.resume()
    take(connection, waiting)
  }

  /** Whatever comes behind the end could not be answered, so it is not even looked at. */
  function end({ socket, onData }: Connection): void {
    socket.off('data', onData)
    endGently(socket)
  }

  function leave(connection: Connection, bytes: Buffer): void {
    const { socket } = connection
    connections.delete(connection)
    socket.off('data', connection.onData)
    socket.off('end', connection.onEnd)
    socket.off('error', ignore)
    handOver(socket, bytes)
  }

  function handOver(socket: Socket, bytes: Buffer | null): void {
    socket.pause()
    if (bytes !== null) socket.unshift(bytes)
    for (const listener of takesOver) listener.call(server, socket)
    socket.resume()
  }

  server.removeAllListeners('connection')
  server.on('connection', enter)
  const sweeping = setInterval(
    () => {
      const now = performance.now()
      for (const connection of connections) {
        const { socket, busy, blocked, waiting, since } = connection
        const isLate = blocked || waiting !== null
        if (busy || now - since <= (isLate ? requestMs : idleMs)) continue
        if (isLate) socket.destroy()
        else end(connection)
      }
    },
    Math.min(2_500, requestMs, idleMs),
  )
  sweeping.unref()
  const lane: ExpressLane = {
    drain() {
      open = false
    },
    endIdle() {
      // A call that has begun may still come whole; the sweep ends it if it does not.
      for (const connection of connections) if (!connection.busy && connection.waiting === null) end(connection)
    },
    cut() {
      for (const { socket } of connections) socket.destroy()
    },
    close() {
      open = false
      clearInterval(sweeping)
      for (const connection of connections) if (!connection.busy) end(connection)
    },
  }
  connectionsOf(server)?.add(lane)
  return lane
}

function write(
  { status, contentType = 'application/json; charset=utf-8', body, headers }: ExpressAnswer,
  extra: string,
  connection: string,
): string {
  const own = headers === undefined ? '' : linesOf(headers)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: ${contentType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${extra}${own}date: ${date()}\r\n${connection}\r\n${body}`
}

function linesOf(headers: Readonly<Record<string, string | number>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

let dateText = ''
let dateSecond = 0
/** The date as HTTP writes it, worked out once a second. */
function date(): string {
  const second = Math.floor(Date.now() / 1000)
  if (second !== dateSecond) {
    dateSecond = second
    dateText = new Date(second * 1000).toUTCString()
  }
  return dateText
}

function ignore(): void {
  // What goes wrong on a connection closes it, and `close` is listened to.
}
