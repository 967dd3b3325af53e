import { seededBytes } from '@bollard/testing/seed'
import { expect, onTestFinished, test } from 'vitest'
import type { Attachment, ReadAttachment } from './attachment.ts'
import { refusalOf } from './outbox/refusal-of.ts'
import { createSmtpTransport } from './smtp.ts'
import { startSmtpServer as startServer } from './testing/start-smtp-server.ts'
import { exampleValues } from './templates/examples.ts'
import { verifyEmailMail } from './templates/verify-email.ts'
import { writeMail } from './templates/write-mail.ts'

const mail = verifyEmailMail({
  language: 'de',
  to: 'ada@example.org',
  givenName: 'Ada',
  link: 'http://localhost:8081/de/verify-email?token=abc',
})
const file: Attachment = {
  kind: 'invoice',
  id: '01890000-0000-7000-8000-000000000000',
  name: 'Rechnung-2026-000001.pdf',
  mediaType: 'application/pdf',
}

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
  await transport.send(
    writeMail('weekly-report', { ...base, values: exampleValues('en')['weekly-report'] }),
    '01890000-0000-7000-8000-000000000000',
  )
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
  expect(refusalOf(await sending.catch((error: unknown) => error))).toEqual({
    permanent: true,
    bounced: true,
    said: 'EENVELOPE RCPT TO 550',
  })
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

test('files reach an SMTP server byte by byte, under their names, and outside of what limits the size of a mail', async () => {
  const { url, received } = await startSmtpServer()
  const content = seededBytes('an attachment')(300_000)
  const asked: unknown[] = []
  const read: ReadAttachment = async (attachment) => {
    asked.push(attachment)
    return content
  }
  await createSmtpTransport(url, 'no-reply@bollard.example', read).send({ ...mail, attachments: [file] })
  expect(asked).toEqual([file])
  const [head = '', base64 = ''] = (received.data.split('Content-Type: application/pdf')[1] ?? '').split(
    /\n\n([\s\S]*?)\n--/u,
  )
  expect(head).toContain('name=Rechnung-2026-000001.pdf')
  expect(head).toContain('Content-Disposition: attachment; filename=Rechnung-2026-000001.pdf')
  expect(Buffer.from(base64, 'base64').equals(content)).toBe(true)
  expect(received.data).toContain('Content-Type: multipart/mixed')
  expect(received.data).toContain('Content-Type: multipart/alternative')
})

test.for([
  ['cannot be read', () => Promise.reject(new Error('ada@example.org'))],
  ['is empty', async () => Buffer.alloc(0)],
  ['has more than a megabyte', async () => Buffer.alloc(1_000_001)],
  ['nobody reads', undefined],
] as const)('a mail whose file %s goes nowhere, and is tried again', async ([, read]) => {
  const { url, received } = await startSmtpServer()
  const sending = createSmtpTransport(url, 'no-reply@bollard.example', read).send({ ...mail, attachments: [file] })
  const refusal = refusalOf(await sending.catch((error: unknown) => error))
  expect(refusal).toMatchObject({ permanent: false, bounced: false, said: expect.stringContaining('"invoice"') })
  expect(refusal.said).not.toContain('ada@')
  expect(received.recipients).toEqual([])
})

async function startSmtpServer(options: { refuse?: boolean } = {}) {
  const server = await startServer(options)
  onTestFinished(server.close)
  return server
}
