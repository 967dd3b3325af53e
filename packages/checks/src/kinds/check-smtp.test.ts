import type { Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { createCertificate } from '../../../tls-fingerprint/src/testing/self-signed-certificate.ts'
import { check, serveTcp, trusted } from '../testing/start-servers.ts'

interface Behaviour {
  readonly greeting?: string
  readonly offers?: readonly string[]
  readonly certificate?: typeof trusted
}

/** A mail server that talks as far as a check goes, and the lines that it heard. */
async function serveSmtp({
  greeting = '220 mail.example ESMTP',
  offers = ['STARTTLS'],
  certificate = trusted,
}: Behaviour = {}) {
  const heard: string[] = []
  const talk = (socket: Socket, names: readonly string[]) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      const line = String(chunk).trim()
      heard.push(line.replace(/\[.*\]/u, '[…]'))
      if (line.startsWith('EHLO'))
        socket.write(['250-mail.example', ...names.map((name) => `250-${name}`), '250 SIZE 1000', ''].join('\r\n'))
      else if (line === 'QUIT') socket.end('221 bye\r\n')
      else if (line === 'STARTTLS') {
        socket.removeAllListeners('data')
        socket.write('220 go on\r\n')
        talk(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(certificate) }), ['AUTH PLAIN'])
      } else socket.write('500 what\r\n')
    })
  }
  const server = await serveTcp((socket) => {
    talk(socket, offers)
    // In pieces, as networks bring it.
    socket.write(greeting.slice(0, 3))
    setImmediate(() => socket.write(`${greeting.slice(3)}\r\n`))
  })
  return { ...server, heard }
}

test('a mail server is greeted, asked for TLS and left in peace', async () => {
  const server = await serveSmtp()
  const assertions = [
    { source: 'TEXT', target: null, comparison: 'CONTAINS', value: 'AUTH PLAIN', verdict: 'DOWN' },
  ] as const
  expect(await check('SMTP', { port: server.port }, { assertions })).toMatchObject({
    verdict: 'DEGRADED',
    fault: 'certificate-expires-soon',
    facts: { address: '127.0.0.1', certificateExpiresAt: expect.any(Number) },
    phases: { tlsMs: expect.any(Number), firstByteMs: expect.any(Number) },
    assertions: [{ passed: true }],
  })
  expect(server.heard.slice(0, 3)).toEqual(['EHLO […]', 'STARTTLS', 'EHLO […]'])
  expect(await server.connections()).toBe(0)
})

test('without TLS it is greeted only', async () => {
  const server = await serveSmtp({ greeting: '220-mail.example\r\n220 ready', offers: [] })
  expect(await check('SMTP', { port: server.port, startTls: false })).toMatchObject({
    verdict: 'UP',
    phases: { tlsMs: null },
  })
})

test.for<[string, Behaviour, object]>([
  ['sends us away', { greeting: '554 no service' }, { fault: 'smtp-refused', detail: 'greeting: 554 no service' }],
  ['offers no STARTTLS', { offers: ['8BITMIME', 'XSTARTTLS'] }, { fault: 'starttls-missing' }],
  [
    'has a certificate for another name',
    { certificate: createCertificate({ name: 'mail.example' }) },
    { fault: 'tls-self-signed' },
  ],
  ['is a web server', { greeting: 'HTTP/1.1 400 Bad Request\r\n' }, { fault: 'timeout' }],
])('a mail server that %s is down', async ([, behaviour, result]) => {
  const server = await serveSmtp(behaviour)
  expect(await check('SMTP', { port: server.port }, { timeoutMs: 300 })).toMatchObject({ verdict: 'DOWN', ...result })
})

test('a server that hangs up after its greeting, or talks nonsense, is down', async () => {
  const short = await serveTcp((socket) => socket.end('220 mail.example\r\n'))
  expect(await check('SMTP', { port: short.port })).toMatchObject({
    verdict: 'DOWN',
    fault: expect.stringMatching(/^(?:protocol|connection-reset)$/u),
  })
  const nonsense = await serveTcp((socket) => socket.end('hello\r\n'))
  expect(await check('SMTP', { port: nonsense.port })).toMatchObject({ verdict: 'DOWN', fault: 'protocol' })
})
