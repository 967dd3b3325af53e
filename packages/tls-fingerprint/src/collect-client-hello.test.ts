import { assert, constantFrom, integer, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { ClientHelloCollector, type Collected, helloLimitBytes } from './collect-client-hello.ts'
import { captureClientHello, inRecords } from './testing/capture-client-hello.ts'

const hello = await captureClientHello()

function collect(bytes: Buffer, pieceBytes = bytes.length): Collected {
  const collector = new ClientHelloCollector()
  let collected: Collected = { status: 'more' }
  for (let at = 0; at < bytes.length && collected.status === 'more'; at += pieceBytes)
    collected = collector.add(bytes.subarray(at, at + pieceBytes))
  return collected
}

function record(message: Buffer): Buffer {
  return Buffer.concat([Buffer.from([22, 3, 1, message.length >> 8, message.length & 0xff]), message])
}

test('a ClientHello is whole, however the network and the records cut it', () => {
  const whole = { status: 'complete', body: hello.subarray(9) }
  for (const recordBytes of [1, 3, 100, 16_000]) {
    for (const pieceBytes of [1, 7, 512, 60_000])
      expect(collect(inRecords(hello, recordBytes), pieceBytes)).toEqual(whole)
  }
  expect(collect(Buffer.concat([hello, Buffer.from('what comes after')]))).toEqual(whole)
})

test('one that is not all there needs more', () => {
  for (const length of [0, 1, 4, 5, 8, 9, hello.length - 1])
    expect(collect(hello.subarray(0, length)).status).toBe('more')
})

test.each([
  ['HTTP', Buffer.from('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')],
  ['SSH', Buffer.from('SSH-2.0-client\r\n')],
  ['an SSLv2 hello', Buffer.from([0x80, 0x2e, 0x01, 0x03, 0x01])],
  ['an alert', Buffer.from([21, 3, 3, 0, 2, 1, 0])],
  ['application data', Buffer.from([23, 3, 3, 0, 2, 1, 0])],
  ['another major version', Buffer.from([22, 4])],
  ['an empty record', Buffer.from([22, 3, 1, 0, 0])],
  ['a record longer than TLS allows', Buffer.from([22, 3, 1, 0x40, 0x01])],
  ['another handshake message', record(Buffer.from([2, 0, 0, 4, 0, 0, 0, 0]))],
  ['a message that says it is too long', record(Buffer.from([1, 0, 0x40, 0x00]))],
])('%s is refused at once', (_what, bytes) => {
  expect(collect(bytes).status).toBe('refused')
  expect(collect(bytes, 1).status).toBe('refused')
})

test('tiny records cannot make it read more than the limit', () => {
  const message = Buffer.alloc(helloLimitBytes - 4)
  message.set([1, 0, 0x3f, 0xf8])
  const bytes = inRecords(Buffer.concat([Buffer.alloc(5), message]), 1)
  expect(bytes.length).toBeGreaterThan(helloLimitBytes)
  const collector = new ClientHelloCollector()
  expect(collector.add(bytes.subarray(0, helloLimitBytes - 1)).status).toBe('more')
  expect(collector.add(bytes.subarray(helloLimitBytes - 1, helloLimitBytes)).status).toBe('refused')
})

test('whatever is sent, it never throws', () => {
  const start = constantFrom(
    Buffer.alloc(0),
    Buffer.from([22, 3, 1]),
    Buffer.from([22, 3, 1, 0, 200, 1, 0, 0, 100]),
    hello.subarray(0, 300),
  )
  assert(
    property(start, uint8Array({ maxLength: 400 }), integer({ min: 1, max: 500 }), (head, tail, pieceBytes) => {
      expect(['more', 'refused', 'complete']).toContain(collect(Buffer.concat([head, tail]), pieceBytes).status)
    }),
  )
})
