import { expect, test } from 'vitest'
import { originOf, readMessage } from './read-message.ts'

const expected = { channel: 'c'.repeat(32), baseUrl: 'https://app.example.org' }
const url = 'https://app.example.org/'
const own = { bollard: 1, channel: expected.channel }
const read = (message: object, from: unknown = url) =>
  readMessage({ data: JSON.stringify(message), url: from }, expected)

test('each kind of message is read as it is', () => {
  for (const message of [
    { type: 'ready' },
    { type: 'started' },
    { type: 'expired' },
    { type: 'reset' },
    { type: 'size', height: 74 },
    { type: 'throttled', code: 'throttled', retryAfterSeconds: 30 },
    { type: 'solved', token: 'bvt1.abc', verificationId: '01' },
    { type: 'executed', token: 'bvt1.abc' },
    { type: 'rejected', code: 'refused' },
    { type: 'unavailable', code: 'script-unreachable' },
    { type: 'failed', code: 'refused', failover: false, token: '', verificationId: '01' },
    { type: 'failed', code: 'offline', failover: true, token: 'bfo1.abc', verificationId: '' },
  ] as const)
    expect(read({ ...own, ...message })).toEqual(message)
})

test('messages of other documents, channels and shapes count for nothing', () => {
  const solved = { ...own, type: 'solved', token: 'forged', verificationId: '01' }
  for (const from of ['https://evil.example/', 'http://app.example.org/', 'https://app.example.org.evil.example/'])
    expect(read(solved, from)).toBeNull()
  for (const change of [
    { channel: '' },
    { channel: 'd'.repeat(32) },
    { channel: [expected.channel] },
    { bollard: 2 },
    { type: 'constructor' },
    { type: '__proto__' },
    { token: '' },
    { token: 7 },
    { token: 'with space' },
    { token: 'line\nbreak' },
    { token: 'ünicode' },
    { token: 'x'.repeat(9_000) },
    { verificationId: {} },
    { type: 'failed', code: '<b>' },
    { type: 'failed', code: 'refused', failover: 'yes' },
    { type: 'size', height: -1 },
    { type: 'size', height: 1e9 },
    { type: 'size', height: null },
    { type: 'throttled', code: 'throttled', retryAfterSeconds: '30' },
  ])
    expect(read({ ...solved, ...change }), JSON.stringify(change)).toBeNull()
  for (const data of [
    undefined,
    7,
    '',
    'text',
    'null',
    '[]',
    '{',
    ' '.repeat(20_000),
    JSON.stringify({ ...solved, more: 'x'.repeat(20_000) }),
  ])
    expect(readMessage({ data, url }, expected)).toBeNull()
})

test('a refusal never brings a token, and nothing but the known fields comes through', () => {
  const failed = { ...own, type: 'failed', code: 'refused', failover: false, token: 'forged', more: 1 }
  expect(read(failed)).toEqual({ type: 'failed', code: 'refused', failover: false, token: '', verificationId: '' })
})

test('Android names the page by no address of a website, which is no other website', () => {
  for (const from of ['about:blank', 'data:text/html;charset=utf-8;base64,', '', undefined])
    expect(read({ ...own, type: 'ready' }, from)).toEqual({ type: 'ready' })
})

test('the origin of an address is what stands before its path, whatever is hidden in it', () => {
  expect(originOf('HTTPS://App.example.org:8443/a')).toBe('https://app.example.org:8443')
  for (const odd of ['javascript://app.example.org/%0aalert(1)', 'app.example.org', '//app.example.org', null, {}])
    expect(originOf(odd)).toBe('')
})
