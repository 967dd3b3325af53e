import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { refusalOf } from './outbox/refusal-of.ts'
import { createSmtpTransport } from './smtp.ts'
import { exampleValues } from './templates/examples.ts'
import { verifyEmailMail } from './templates/verify-email.ts'
import { writeMail } from './templates/write-mail.ts'

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

test('a mail that may be switched off carries the address for one click, and every other mail none', async () => {
  const { url, received } = await startSmtpServer()
  const transport = createSmtpTransport(url, 'no-reply@bollard.example')
  const base = {
    language: 'en',
    to: 'ada@example.org',
    givenName: 'Ada',
    unsubscribe: { url: `https://api.example.org/identity/v1/unsubscriptions?token=${'a'.repeat(300)}` },
  } as const
  await transport.send(writeMail('weekly-report', { ...base, values: exampleValues('en')['weekly-report'] }), '01890000-0000-7000-8000-000000000000')
  const headers = (received.data.split('\n\n')[0] ?? '').replaceAll(/\n[ \t]+/gu, ' ').split('\n')
  expect(headers).toContain(`List-Unsubscribe: <${base.unsubscribe.url}>`)
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(headers).toContain('Message-ID: <01890000-0000-7000-8000-000000000000@bollard.example>')
  received.data = ''
  await transport.send(writeMail('welcome', { ...base, values: exampleValues('en').welcome }))
  expect(received.data).toContain('X-Bollard-Tag: welcome')
  expect(received.data).not.toMatch(/^List-/mu)
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
  const sending = createSmtpTransport(url, 'no-reply@bollard.example').send(mail)
  await expect(sending).rejects.toThrow('550')
  expect(refusalOf(await sending.catch((error: unknown) => error))).toEqual({ permanent: true, bounced: true, said: 'EENVELOPE RCPT TO 550' })
})

test('a server that is away is an error after which trying again may help', async () => {
  const { url, close } = await startSmtpServer()
  await close()
  const error = await createSmtpTransport(url, 'no-reply@bollard.example')
    .send(mail)
    .catch((fault: unknown) => fault)
  expect(error).toBeInstanceOf(Error)
  expect(refusalOf(error)).toMatchObject({ permanent: false, bounced: false })
})

/** As much of an SMTP server as one delivery needs. */
async function startSmtpServer(
  options: { refuse?: boolean } = {},
): Promise<{ url: string; received: { recipients: string[]; data: string }; close: () => Promise<void> }> {
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
  const close = () => closeServer(server)
  onTestFinished(close)
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')
  return { url: `smtp://127.0.0.1:${address.port}`, received, close }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
