import { lookup } from 'node:dns/promises'
import { type IncomingMessage, Server as HttpServer, type ServerResponse } from 'node:http'
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2'
import { createServer, Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** How long connections that say nothing may stay once a server drains. */
export type Leave =
  /** Until their `Keep-Alive` promise is over: no client that relies on it ever meets a closed connection. */
  | 'as-promised'
  /** A second, so that what is on the wire is still answered. */
  | 'soon'

/** Connections that somebody else, such as the express lane, reads. */
export interface Guest {
  /** From now on every answer says `connection: close`, and its connection ends after it. */
  drain(): void
  /** Ends the connections that wait. */
  endIdle(): void
  /** Cuts the connections that are left. */
  cut(): void
}

export interface Connections {
  /** Listens on every address that `host` has on this machine: "localhost" often has one of each family. */
  listen(host: string, port: number): Promise<void>
  /**
   * Accepts no more connections, answers what still comes on the open ones with `connection: close`, and resolves once all are gone.
   * Called again with 'soon', it hurries. Nothing is reset before `limitMs` milliseconds have passed; then the rest is cut.
   */
  drain(leave: Leave, limitMs: number): Promise<void>
  readonly isDraining: () => boolean
  add(guest: Guest): void
}

/** Requests that were on the wire when a stop began have come within this time; a request takes less than 300 ms around the world. */
const usualGraceMs = 1_000
/** How long the other side has to end its half of a connection once ours is ended. */
const lingerMs = 1_000
const lookMs = 25
const highestStream = 2 ** 31 - 1

const watched = new WeakMap<object, Connections>()

/** The connections of a server that are watched, if they are. */
export function connectionsOf(server: object): Connections | undefined {
  return watched.get(server)
}

/**
 * Watches the connections of a server, of either HTTP, so that it can be drained. To be called before it listens, and before an
 * express lane is opened at it. `graceMs` is what connections that wait have in a stop, in milliseconds.
 */
export function watchConnections(
  server: HttpServer | Http2SecureServer,
  { graceMs = usualGraceMs }: { readonly graceMs?: number } = {},
): Connections {
  /** Requests under way, by connection. */
  const busy = new Map<Socket, number>()
  const answers = new Set<ServerResponse>()
  const sessions = new Set<ServerHttp2Session>()
  const wrapped = new Set<Socket>()
  const guests = new Set<Guest>()
  const besides: Server[] = []
  let draining: Promise<void> | undefined
  let endIdleAt = Infinity
  let giveUpAt = Infinity
  let endsIdle = false

  const enter = (socket: Socket): void => {
    busy.set(socket, 0)
    socket.once('close', () => busy.delete(socket))
  }
  if (server instanceof HttpServer) server.on('connection', enter)
  else {
    // Below those are connections that TLS reads, and that may not have got far enough to be one of these.
    server.on('connection', (socket: Socket) => {
      wrapped.add(socket)
      socket.once('close', () => wrapped.delete(socket))
    })
    server.on('secureConnection', (socket) => void (socket.alpnProtocol === 'h2' || enter(socket)))
    server.on('session', (session) => {
      sessions.add(session)
      session.once('close', () => sessions.delete(session))
      if (draining) session.close()
    })
  }
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.httpVersionMajor !== 1) return
    const { socket } = request
    if (draining) response.setHeader('connection', 'close')
    else answers.add(response)
    busy.set(socket, (busy.get(socket) ?? 0) + 1)
    response.once('close', () => {
      answers.delete(response)
      const left = (busy.get(socket) ?? 1) - 1
      if (!socket.destroyed) busy.set(socket, left)
      // Its head was sent before the drain began and did not say that the connection ends.
      if (endsIdle && left === 0) endGently(socket)
    })
  })

  function endIdle(): void {
    endsIdle = true
    for (const guest of guests) guest.endIdle()
    for (const [socket, requests] of busy) if (requests === 0) endGently(socket)
  }

  async function letGo(): Promise<void> {
    // Without what HTTP adds to it, which cuts idle connections at once.
    for (const one of [server, ...besides]) if (one.listening) Server.prototype.close.call(one)
    for (const guest of guests) guest.drain()
    for (const answer of answers) if (!answer.headersSent) answer.setHeader('connection', 'close')
    // Clients are told first that no more is to come, and only later that nothing more is taken (RFC 9113, 6.8).
    for (const session of sessions) session.goaway(0, highestStream)
    const closeSessionsAt = performance.now() + graceMs
    let closesSessions = false
    while ((await countOpen([server, ...besides])) > 0) {
      const now = performance.now()
      if (now >= giveUpAt) return cut()
      if (!closesSessions && now >= closeSessionsAt) {
        closesSessions = true
        for (const session of sessions) session.close()
      }
      if (!endsIdle && now >= endIdleAt) endIdle()
      await pause(lookMs)
    }
  }

  function cut(): void {
    for (const guest of guests) guest.cut()
    for (const session of sessions) session.destroy()
    for (const socket of [...busy.keys(), ...wrapped]) socket.destroy()
  }

  const connections: Connections = {
    async listen(host, port) {
      const [first = host, ...others] = await addressesOf(host)
      await listenAt(server, first, port)
      for (const address of others) {
        const beside = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
          server.emit('connection', socket),
        )
        // One of two families that does not work is not missed: a machine may know "localhost" as ::1 and have IPv6 turned off.
        await listenAt(beside, address, portOf(server)).then(
          () => besides.push(beside),
          () => {},
        )
      }
    },
    drain(leave, limitMs) {
      const now = performance.now()
      giveUpAt = Math.min(giveUpAt, now + limitMs)
      if (leave === 'soon') endIdleAt = Math.min(endIdleAt, now + graceMs)
      return (draining ??= letGo())
    },
    isDraining: () => draining !== undefined,
    add(guest) {
      guests.add(guest)
      if (draining) guest.drain()
    },
  }
  watched.set(server, connections)
  return connections
}

/** Ends our half of a connection and reads on, so that nothing the other side has sent meanwhile makes the system reset it. */
export function endGently(socket: Socket): void {
  if (socket.destroyed || socket.writableEnded) return
  socket.end(() => {
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  })
  // Somebody must read, or its end is never heard of.
  socket.resume()
}

async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => [])
  return [...new Set(found.map(({ address }) => address))]
}

function listenAt(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function portOf(server: Server): number {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

async function countOpen(servers: readonly Server[]): Promise<number> {
  const counts = await Promise.all(
    servers.map(
      (one) => new Promise<number>((resolve) => one.getConnections((error, count) => resolve(error ? 0 : count))),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
