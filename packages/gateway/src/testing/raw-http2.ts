import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'

/** What came back for a stream: its status, or the code of the error that ended it. */
export type Http2Outcome =
  | { readonly status: string }
  | { readonly reset: number }
  | { readonly goaway: number }
  | 'closed'

const [headersFrame, resetFrame, goawayFrame, dataFrame] = [0x1, 0x3, 0x7, 0x0]
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

/** Sends one request of HTTP/2 (RFC 9113) with these fields, byte for byte: no client library would send what attackers do. */
export async function askRawHttp2(port: number, fields: Fields, body?: string): Promise<Http2Outcome> {
  const socket = await open(port)
  const block = blockOf(fields)
  const endStream = body === undefined ? 0x1 : 0
  socket.write(Buffer.concat([preface, frame(0x4, 0, 0), frame(headersFrame, 0x4 | endStream, 1, block)]))
  if (body !== undefined) socket.write(frame(dataFrame, 0x1, 1, Buffer.from(body)))
  let read = Buffer.alloc(0)
  try {
    for await (const chunk of socket) {
      read = Buffer.concat([read, chunk as Buffer])
      for (;;) {
        if (read.length < 9) break
        const length = read.readUIntBE(0, 3)
        if (read.length < 9 + length) break
        const [type, payload] = [read[3], read.subarray(9, 9 + length)]
        read = read.subarray(9 + length)
        if (type === headersFrame) return { status: statusOf(payload) }
        if (type === resetFrame) return { reset: payload.readUInt32BE(0) }
        if (type === goawayFrame) return { goaway: payload.readUInt32BE(4) }
      }
    }
  } finally {
    socket.destroy()
  }
  return 'closed'
}

/** How far a flood came. */
export interface Flood {
  /** Streams that were asked for until the connection ended. */
  readonly streams: number
  readonly isEnded: boolean
}

/** Asks for one stream after the other on one connection, each followed by what `follow` makes of its number, until the server ends it. */
export async function floodRawHttp2(port: number, fields: Fields, follow: (stream: number) => Buffer): Promise<Flood> {
  const socket = await open(port)
  let isEnded = false
  socket.resume().on('close', () => (isEnded = true))
  socket.write(Buffer.concat([preface, frame(0x4, 0, 0)]))
  const block = blockOf(fields)
  let streams = 0
  while (!isEnded && streams < floodMax) {
    socket.write(Buffer.concat([frame(headersFrame, 0x5, streams * 2 + 1, block), follow(streams * 2 + 1)]))
    streams += 1
    // What is answered has to be heard.
    if (streams % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  socket.destroy()
  return { streams, isEnded }
}

const floodMax = 100_000

async function open(port: number): Promise<TLSSocket> {
  const target = { port, host: '127.0.0.1', servername: 'localhost', ALPNProtocols: ['h2'] }
  const socket = connect({ ...target, rejectUnauthorized: false })
  socket.on('error', () => undefined)
  await once(socket, 'secureConnect')
  return socket
}

type Fields = readonly (readonly [string, string])[]

/** Literals without a table or Huffman code (RFC 7541, 6.2.2). */
function blockOf(fields: Fields): Buffer {
  return Buffer.concat(fields.map(([name, value]) => Buffer.concat([Buffer.of(0), text(name), text(value)])))
}

export function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A string literal (RFC 7541, 5.2), with its length as an integer of 7 bits and more. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1')
  const length: number[] = []
  if (bytes.length < 127) length.push(bytes.length)
  else {
    length.push(127)
    let rest = bytes.length - 127
    for (; rest >= 128; rest >>>= 7) length.push((rest & 127) | 128)
    length.push(rest)
  }
  return Buffer.concat([Buffer.from(length), bytes])
}

/** The first field of an answer is its status: one of the static table (RFC 7541, appendix A), or a literal for that name. */
function statusOf(block: Buffer): string {
  const [first = 0] = block
  const known = ['200', '204', '206', '304', '400', '404', '500'][(first & 0x7f) - 8]
  if ((first & 0x80) !== 0) return known ?? '?'
  const length = (block[1] ?? 0) & 0x7f
  // Huffman codes of the digits 0 to 9 are of 5 bits for 0 to 2 and of 6 for the rest (appendix B).
  return (block[1] ?? 0) & 0x80 ? digits(block.subarray(2, 2 + length)) : block.toString('latin1', 2, 2 + length)
}

function digits(bytes: Buffer): string {
  let bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  let found = ''
  while (found.length < 3 && bits.length >= 5) {
    const short = Number.parseInt(bits.slice(0, 5), 2)
    if (short <= 2) {
      found += String(short)
      bits = bits.slice(5)
      continue
    }
    found += String(Number.parseInt(bits.slice(0, 6), 2) - 0x19 + 3)
    bits = bits.slice(6)
  }
  return found
}
