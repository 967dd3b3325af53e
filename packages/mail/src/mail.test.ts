import { expect, test } from 'vitest'
import { assertSafeMail, type Mail, MailRefusedError } from './mail.ts'

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

test.for(['Hello\r\nBcc: eve@example.org', 'Hello\nX: y', 'Hello\u0000', 'Hello\u2028X: y', ''])('a subject that is not one line is refused: %j', (subject) => {
  expect(() => assertSafeMail({ ...mail, subject })).toThrow(MailRefusedError)
})

test('a tag cannot carry a header', () => {
  expect(() => assertSafeMail({ ...mail, tag: 'verify\r\nBcc: eve@example.org' })).toThrow(MailRefusedError)
})

test('a mail that mail programs would cut off is refused', () => {
  expect(() => assertSafeMail({ ...mail, html: 'x'.repeat(102 * 1024 + 1) })).toThrow(MailRefusedError)
})
