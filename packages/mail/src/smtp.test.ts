import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSmtpTransport } from './smtp.ts'
import { verifyEmailMail } from './templates/verify-email.ts'

const mail = verifyEmailMail({ language: 'de', to: 'ada@example.org', givenName: 'Ada', link: 'http://localhost:8081/de/verify-email?token=abc' })

test('a mail reaches an SMTP server with its recipient, subject and both bodies', async () => {
  const { url, received } = await startSmtpServer()
  await createSmtpTransport(url, 'Bollard <no-reply@bollard.example>').send(mail)
  expect(received.recipients).toEqual(['<ada@example.org>'])
  expect(received.data).toContain('From: Bollard <no-reply@bollard.example>')
  expect(received.data).toContain('To: ada@example.org')
  expect(received.data).toMatch(/^Subject: =\?UTF-8\?/mu)
  expect(received.data).toContain('Auto-Submitted: auto-generated')
  expect(received.data).toContain('X-Bollard-Tag: verify-email')
  expect(received.data).toContain('Content-Type: text/plain')
  expect(received.data).toContain('Content-Type: text/html')
})

test('a hostile address reaches nobody', async () => {
  const { url, received } = await startSmtpServer()
  const transport = createSmtpTransport(url, 'no-reply@bollard.example')
  await expect(transport.send({ ...mail, to: 'ada@example.org\r\nBcc: eve@example.org' })).rejects.toThrow('recipient')
  await expect(transport.send({ ...mail, subject: 'x\r\nBcc: eve@example.org' })).rejects.toThrow('subject')
  expect(received.recipients).toEqual([])
})

test('a server that does not take the mail is an error, not silence', async () => {
  const { url } = await startSmtpServer({ refuse: true })
  await expect(createSmtpTransport(url, 'no-reply@bollard.example').send(mail)).rejects.toThrow('550')
})

/** As much of an SMTP server as one delivery needs. */
async function startSmtpServer(options: { refuse?: boolean } = {}): Promise<{ url: string; received: { recipients: string[]; data: string } }> {
  const received = { recipients: [] as string[], data: '' }
  const server = createServer((socket) => {
    let inData = false
    let rest = ''
    const answer = (line: string) => socket.write(`${line}\r\n`)
    answer('220 test')
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      rest += chunk
      for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (inData && line === '.') {
          inData = false
          answer('250 taken')
        } else if (inData) received.data += `${line}\n`
        else if (/^RCPT TO:/iu.test(line)) {
          if (!options.refuse) received.recipients.push(line.slice(8).trim())
          answer(options.refuse ? '550 no' : '250 ok')
        } else if (/^DATA/iu.test(line)) {
          inData = true
          answer('354 go')
        } else if (/^QUIT/iu.test(line)) socket.end('221 bye\r\n')
        else answer('250 ok')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => closeServer(server))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')
  return { url: `smtp://127.0.0.1:${address.port}`, received }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
