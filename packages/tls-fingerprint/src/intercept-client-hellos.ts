import type { Socket } from 'node:net'
import type { Server } from 'node:tls'
import { ClientHelloCollector } from './collect-client-hello.ts'
import { type ClientHello, parseClientHello } from './parse-client-hello.ts'

export interface HelloListener {
  /** Milliseconds in which the whole ClientHello must have come. */
  readonly timeoutMs: number
  /** Called before TLS begins; not for a ClientHello that cannot be read. 'TAKEN': another server speaks TLS with it. */
  onHello(socket: Socket, hello: ClientHello): 'TAKEN' | void
}

/**
 * Reads the ClientHello of every connection before TLS does, puts it back, and lets TLS begin. Connections that say
 * something else, too much or too little are closed; closing the server closes those that have not said hello yet.
 */
export function interceptClientHellos(server: Server, listener: HelloListener): void {
  const waiting = new Set<Socket>()
  const beginners = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    waiting.add(socket)
    readClientHello(socket, listener.timeoutMs, (hello) => {
      waiting.delete(socket)
      if (hello === 'none') return void socket.destroy()
      if (hello && listener.onHello(socket, hello) === 'TAKEN') return
      for (const begin of beginners) begin.call(server, socket)
    })
  })
  const close = server.close.bind(server)
  server.close = (done) => {
    for (const socket of waiting) socket.destroy()
    return close(done)
  }
}

/** Tells `done` once: the ClientHello, null for one that only TLS may understand, or that none came. */
function readClientHello(socket: Socket, timeoutMs: number, done: (hello: ClientHello | null | 'none') => void): void {
  const collector = new ClientHelloCollector()
  const chunks: Buffer[] = []
  const finish = (hello: ClientHello | null | 'none'): void => {
    clearTimeout(timer)
    socket.off('readable', read).off('end', giveUp).off('close', giveUp)
    if (hello !== 'none') {
      // What follows is TLS's to handle, its errors included.
      socket.off('error', giveUp)
      socket.unshift(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    }
    done(hello)
  }
  const giveUp = (): void => finish('none')
  const read = (): void => {
    for (let chunk: unknown = socket.read(); Buffer.isBuffer(chunk); chunk = socket.read()) {
      chunks.push(chunk)
      const collected = collector.add(chunk)
      if (collected.status === 'refused') return giveUp()
      if (collected.status === 'complete') return finish(parseClientHello(collected.body))
    }
  }
  const timer = setTimeout(giveUp, timeoutMs)
  socket.on('readable', read).on('end', giveUp).on('close', giveUp).on('error', giveUp)
}
