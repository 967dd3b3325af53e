import { expect, test } from 'vitest'
import { hostCookie, readHostCookie } from '../browser/cookie.ts'
import { endedSessionCookie, readSessionToken, sessionCookie } from './cookie.ts'

const secret = 'secret-of-the-tests-0123456789-abcdef'
const local = { secret, secure: false, cookieDomain: undefined }
const deployed = { secret, secure: true, cookieDomain: 'bollard.example' }
const pairOf = (setCookie: string) => setCookie.split(';')[0] ?? ''

test('a session cookie reads back as its token, under its own name and secret only', () => {
  for (const context of [local, deployed]) {
    const header = `theme=dark; ${pairOf(sessionCookie(context, 'token-1'))}; x=y`
    expect(readSessionToken(context, header)).toBe('token-1')
    expect(readSessionToken({ ...context, secret: 'another-secret-of-the-tests-0123456789' }, header)).toBeNull()
    expect(readSessionToken({ ...context, secure: !context.secure }, header)).toBeNull()
  }
  for (const header of [
    undefined,
    '',
    'bollard.session_token',
    'bollard.session_token=',
    'bollard.session_token=token-1',
    'bollard.session_token=token-1.',
    'bollard.session_token=%E0%A4%A',
  ])
    expect(readSessionToken(local, header), header).toBeNull()
})

test('two cookies of one name that differ count as none: nothing tells which of them is ours', () => {
  for (const context of [local, deployed]) {
    const [mine, theirs] = [pairOf(sessionCookie(context, 'mine')), pairOf(sessionCookie(context, 'theirs'))]
    for (const header of [`${mine}; ${theirs}`, `${theirs}; ${mine}`])
      expect(readSessionToken(context, header), header).toBeNull()
    expect(readSessionToken(context, `${mine}; ${mine}`), 'twice the same').toBe('mine')
    const pair = (value: string) => pairOf(hostCookie(context, 'sign_in', value, 600))
    expect(readHostCookie(context, `${pair('a')}; ${pair('b')}`, 'sign_in')).toBe('')
  }
})

test('all are out of reach of scripts and of pages of others; behind https they travel encrypted only', () => {
  expect(sessionCookie(local, 'a')).toMatch(
    /^bollard\.session_token=a\.[\w%]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/u,
  )
  expect(sessionCookie(deployed, 'a')).toMatch(
    /^__Secure-bollard\.session_token=a\.[\w%]+; Max-Age=604800; Domain=bollard\.example; Path=\/; HttpOnly; SameSite=Lax; Secure$/u,
  )
  expect(endedSessionCookie(deployed)).toBe(
    '__Secure-bollard.session_token=; Max-Age=0; Domain=bollard.example; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
  expect(hostCookie(local, 'sign_in', 'a', 600)).toBe('bollard.sign_in=a; Max-Age=600; Path=/; HttpOnly; SameSite=Lax')
  // The prefix is honoured only without a domain, on the path "/" and over https.
  expect(hostCookie(deployed, 'sign_in', 'a', 600)).toBe(
    '__Host-bollard.sign_in=a; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
  expect(readHostCookie(deployed, '__Host-bollard.sign_in=a', 'sign_in')).toBe('a')
  expect(readHostCookie(deployed, 'bollard.sign_in=a', 'sign_in'), 'set by another host or without encryption').toBe('')
})
