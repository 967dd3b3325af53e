import { assert, property, string, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { readCall } from './read-call.ts'

const plain =
  'POST /captcha/v1/verifications HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: 2\r\nX-Odd:  a b \r\n\r\n{}'
const read = (text: string) => readCall(Buffer.from(text, 'latin1'), '127.0.0.1')
const altered = (from: string | RegExp, to: string) => read(plain.replace(from, to))

test('a plain call is read', () => {
  expect(read(plain)).toEqual({
    method: 'POST',
    path: '/captcha/v1/verifications',
    headers: { host: 'localhost', 'content-type': 'text/plain;charset=UTF-8', 'content-length': '2', 'x-odd': 'a b' },
    body: '{}',
    remoteAddress: '127.0.0.1',
  })
})

test('every beginning of a plain call is incomplete', () => {
  for (let length = 1; length < plain.length; length++)
    expect([length, read(plain.slice(0, length))]).toEqual([length, 'incomplete'])
})

test.for<[string, string | RegExp, string]>([
  ['another method', 'POST', 'PUT'],
  ['a query', 'verifications', 'verifications?a=1'],
  ['an escaped path', 'captcha', 'c%61ptcha'],
  ['an absolute address', '/captcha', 'http://localhost/captcha'],
  ['HTTP/1.0', 'HTTP/1.1', 'HTTP/1.0'],
  ['two blanks in the request line', ' HTTP', '  HTTP'],
  ['no host', 'Host: localhost\r\n', ''],
  ['no length', 'Content-Length: 2\r\n', ''],
  ['two lengths', 'Content-Length: 2', 'Content-Length: 2\r\ncontent-length: 2'],
  ['a list of lengths', 'Content-Length: 2', 'Content-Length: 2, 2'],
  ['a signed length', 'Content-Length: 2', 'Content-Length: +2'],
  ['a length in hexadecimal', 'Content-Length: 2', 'Content-Length: 0x2'],
  ['a header twice', 'X-Odd:', 'Host:'],
  ['chunks', 'X-Odd', 'Transfer-Encoding'],
  ['an expectation', 'X-Odd: ', 'Expect: 100-continue'],
  ['an upgrade', 'X-Odd: ', 'Upgrade: h2c'],
  ['compressed content', 'X-Odd: ', 'Content-Encoding: gzip'],
  ['the end of the connection', 'X-Odd: ', 'Connection: close'],
  ['a form', 'text/plain', 'application/x-www-form-urlencoded'],
  ['another character set', 'UTF-8', 'latin1'],
  ['a folded line', 'X-Odd: ', 'X-Odd: a\r\n b'],
  ['a lone line feed', 'X-Odd: ', 'X-Odd: a\nX-Evil: b'],
  ['a lone carriage return', 'X-Odd: ', 'X-Odd: a\rb'],
  ['a blank before the colon', 'X-Odd:', 'X-Odd :'],
  ['a line without a colon', 'X-Odd:', 'X-Odd'],
  ['an empty name', 'X-Odd:', ':'],
  ['a NUL', 'X-Odd: ', 'X-Odd: \0'],
  ['a name that reaches the prototype', 'X-Odd', '__proto__'],
  [
    'more headers than any browser sends',
    'X-Odd',
    `${Array.from({ length: 64 }, (_, index) => `a${index}:\r\n`).join('')}X-Odd`,
  ],
  ['more than one call', /$/u, 'POST'],
])('%s is left to the full server', ([, from, to]) => {
  expect(altered(from, to)).toBe('unusual')
})

test('a body in another encoding than its length counts bytes', () => {
  const call = readCall(
    Buffer.from(
      'POST /a HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 4\r\n\r\n"ä"',
      'utf8',
    ),
    undefined,
  )
  expect(call).toMatchObject({ body: '"ä"' })
})

test('any bytes are answered without a throw', () => {
  assert(
    property(uint8Array({ maxLength: 300 }), (bytes) => typeof readCall(Buffer.from(bytes), undefined) === 'string'),
  )
  assert(property(string(), (text) => ['incomplete', 'unusual'].includes(String(read(text)))))
  assert(property(string(), (text) => typeof read(plain.replace('a b', text)) !== 'undefined'))
})
