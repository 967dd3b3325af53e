import { Duplex } from 'node:stream'
import { connect, type ConnectionOptions } from 'node:tls'

/** The first bytes that Node's TLS client sends: its ClientHello, record header included. */
export async function captureClientHello(options: ConnectionOptions = {}): Promise<Buffer> {
  const sent: Buffer[] = []
  const wire = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      sent.push(chunk)
      done()
    },
  })
  const client = connect({ servername: 'localhost', ...options, socket: wire })
  client.on('error', () => {})
  while (sent.length === 0) await new Promise((resolve) => setImmediate(resolve))
  client.destroy()
  return Buffer.concat(sent)
}

/** The same message spread over records of at most `size` bytes. */
export function inRecords(hello: Buffer, size: number): Buffer {
  const message = hello.subarray(5)
  const records: Buffer[] = []
  for (let at = 0; at < message.length; at += size) {
    const fragment = message.subarray(at, at + size)
    records.push(Buffer.from([22, 3, 1, fragment.length >> 8, fragment.length & 0xff]), fragment)
  }
  return Buffer.concat(records)
}
