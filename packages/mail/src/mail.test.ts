import { expect, test } from 'vitest'
import type { Attachment } from './attachment.ts'
import { assertSafeMail, type Mail, MailRefusedError } from './mail.ts'

const file: Attachment = {
  kind: 'invoice',
  id: '01890000-0000-7000-8000-000000000000',
  name: 'Invoice-2026-000001.pdf',
  mediaType: 'application/pdf',
}
const mail: Mail = { to: 'ada@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', tag: 'verify-email' }

test('an ordinary mail passes', () => {
  expect(() => assertSafeMail(mail)).not.toThrow()
})

test.for([
  'ada@example.org\r\nBcc: eve@example.org',
  'ada@example.org,eve@example.org',
  'Eve <eve@example.org>',
  'ada@example.org;eve@example.org',
  'ada',
  '',
  'a@b@c',
  `${'a'.repeat(250)}@b.de`,
  '"ada eve"@example.org',
])('a recipient that is not one plain address is refused: %j', (to) => {
  expect(() => assertSafeMail({ ...mail, to })).toThrow(MailRefusedError)
})

test.for(['Hello\r\nBcc: eve@example.org', 'Hello\nX: y', 'Hello\u0000', 'Hello\u2028X: y', ''])(
  'a subject that is not one line is refused: %j',
  (subject) => {
    expect(() => assertSafeMail({ ...mail, subject })).toThrow(MailRefusedError)
  },
)

test('a tag cannot carry a header', () => {
  expect(() => assertSafeMail({ ...mail, tag: 'verify\r\nBcc: eve@example.org' })).toThrow(MailRefusedError)
})

test('a mail that mail programs would cut off is refused', () => {
  expect(() => assertSafeMail({ ...mail, html: 'x'.repeat(102 * 1024 + 1) })).toThrow(MailRefusedError)
})

test.for<Partial<Attachment>>([
  { name: 'Invoice.pdf\r\nBcc: eve@example.org' },
  { name: '../Invoice.pdf' },
  { name: 'Invoice.pdf"; x="' },
  { name: 'Invoice.exe' },
  { name: 'Invoice.xml' },
  { name: 'ada@example.org.pdf' },
  { id: '../../etc/passwd' },
  { kind: 'a b' },
  { mediaType: 'text/html' as 'application/pdf' },
])('a file that is not named plainly is refused: %j', (part) => {
  expect(() => assertSafeMail({ ...mail, attachments: [file] })).not.toThrow()
  expect(() => assertSafeMail({ ...mail, attachments: [{ ...file, ...part }] })).toThrow(MailRefusedError)
})

test('a mail has at most three files', () => {
  expect(() => assertSafeMail({ ...mail, attachments: [file, file, file] })).not.toThrow()
  expect(() => assertSafeMail({ ...mail, attachments: [file, file, file, file] })).toThrow(MailRefusedError)
})
