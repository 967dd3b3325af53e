import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { startLua } from './start-lua.ts'

export interface LuaServer {
  readonly url: string
  /** Ends as a killed process does: nobody listens, every connection breaks, all is forgotten. */
  readonly kill: () => Promise<void>
  readonly startAgain: () => Promise<void>
}

/** What `startLua` has of Valkey behind a socket of loopback, in its protocol (RESP2), so that a test may take it away from a real client. */
export async function startLuaServer(): Promise<LuaServer> {
  const sockets = new Set<Socket>()
  let lua = await startLua()
  const serve = () =>
    createServer((socket) => {
      sockets.add(socket)
      let text = ''
      let before: Promise<unknown> = Promise.resolve()
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        text += chunk
        for (let read = readCommand(text); read !== null; read = readCommand(text)) {
          const { words } = read
          text = text.slice(read.length)
          const answered = before.then(() => answer(words))
          before = answered.then((reply) => socket.write(reply, 'latin1'))
        }
      })
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    })
  const answer = (words: string[]): Promise<string> =>
    words[0] === 'EVAL' || words[0] === 'EVALSHA' || words[0] === 'SET' || words[0] === 'GETDEL'
      ? lua.sendCommand(words).then(replyOf, (error: Error) => `-${error.message}\r\n`)
      : Promise.resolve('+OK\r\n')
  let server = serve().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    url: `valkey://127.0.0.1:${port}`,
    async kill() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.resetAndDestroy()
      await closed
      lua = await startLua()
    },
    async startAgain() {
      server = serve().listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}

/** The first command of a text, an array of strings, and how long it is; null where it has not come whole. */
function readCommand(text: string): { readonly words: string[]; readonly length: number } | null {
  const [head = '', count = ''] = /^\*(\d+)\r\n/u.exec(text) ?? []
  if (head === '') return null
  const words: string[] = []
  let at = head.length
  while (words.length < Number(count)) {
    const [line = '', size = ''] = /^\$(\d+)\r\n/u.exec(text.slice(at, at + 32)) ?? []
    const begin = at + line.length
    const end = begin + Number(size)
    if (line === '' || text.length < end + 2) return null
    words.push(Buffer.from(text.slice(begin, end), 'latin1').toString())
    at = end + 2
  }
  return { words, length: at }
}

function replyOf(value: unknown): string {
  if (Array.isArray(value)) return `*${value.length}\r\n${value.map(replyOf).join('')}`
  if (typeof value === 'number') return `:${value}\r\n`
  if (typeof value !== 'string') return '$-1\r\n'
  return `$${Buffer.byteLength(value)}\r\n${Buffer.from(value).toString('latin1')}\r\n`
}
