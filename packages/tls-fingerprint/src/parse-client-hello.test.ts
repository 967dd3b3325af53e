import { array, assert, nat, property, tuple, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { isGrease, parseClientHello } from './parse-client-hello.ts'
import { captureClientHello } from './testing/capture-client-hello.ts'

const bodyOf = async (options?: Parameters<typeof captureClientHello>[0]): Promise<Buffer> =>
  (await captureClientHello(options)).subarray(9)

test('it reads what a client was told to offer', async () => {
  const hello = parseClientHello(
    await bodyOf({
      ALPNProtocols: ['h2', 'http/1.1'],
      ciphers: 'TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES128-GCM-SHA256',
      ecdhCurve: 'X25519:P-256',
      sigalgs: 'ecdsa_secp256r1_sha256:rsa_pss_rsae_sha256',
      minVersion: 'TLSv1.2',
    }),
  )
  expect(hello).toMatchObject({
    legacyVersion: 0x0303,
    cipherSuites: [0x1301, 0xc02f],
    supportedVersions: [0x0304, 0x0303],
    groups: [0x001d, 0x0017],
    signatureAlgorithms: [0x0403, 0x0804],
    alpn: ['h2', 'http/1.1'],
  })
  expect(hello?.extensions).toEqual(expect.arrayContaining([0, 10, 13, 16, 43, 51]))
})

test('a client before TLS 1.3 offers no list of versions', async () => {
  expect(parseClientHello(await bodyOf({ maxVersion: 'TLSv1.2' }))).toMatchObject({
    legacyVersion: 0x0303,
    supportedVersions: [],
    alpn: [],
  })
})

test('a message without extensions is one too', () => {
  const body = Buffer.concat([Buffer.from([3, 3]), Buffer.alloc(32), Buffer.from([0, 0, 2, 0x00, 0x2f, 1, 0])])
  expect(parseClientHello(body)).toMatchObject({ cipherSuites: [0x2f], extensions: [] })
})

test('one that is cut short or too long is null', async () => {
  const body = await bodyOf()
  // Cut right before the extensions it is a whole message.
  const withoutExtensions = 2 + 32 + 1 + (body[34] ?? 0) + 2 + body.readUInt16BE(35 + (body[34] ?? 0)) + 2
  for (let length = 0; length < body.length; length++)
    if (length !== withoutExtensions) expect(parseClientHello(body.subarray(0, length)), `${length} bytes`).toBeNull()
  expect(parseClientHello(Buffer.concat([body, Buffer.alloc(1)]))).toBeNull()
})

test('whatever bytes come and whichever change, it never throws', async () => {
  const body = await bodyOf()
  assert(
    property(
      array(tuple(nat(body.length - 1), nat(255)), { maxLength: 8 }),
      uint8Array({ maxLength: 300 }),
      (changes, bytes) => {
        const changed = Buffer.from(body)
        for (const [at, value] of changes) changed[at] = value
        parseClientHello(changed)
        parseClientHello(Buffer.from(bytes))
      },
    ),
  )
})

test('GREASE is the sixteen values of RFC 8701', () => {
  const values = Array.from({ length: 65_536 }, (_, value) => value).filter(isGrease)
  expect(values).toEqual(Array.from({ length: 16 }, (_, high) => (high << 12) | 0x0a00 | (high << 4) | 0x0a))
})
