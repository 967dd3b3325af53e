import { purposes } from '@bollard/crawlers/purposes'
import { normalPath } from '@bollard/normal-forms'
import { expect, test } from 'vitest'
import { captchaLines, fileOf, policyOf } from '../testing/start-guard.ts'
import { describePolicy } from './describe-policy.ts'
import { compilePatterns, isPathPattern } from './path-pattern.ts'
import { type PolicyFault, readPolicy } from './read-policy.ts'

function faultsOf(text: string): Pick<PolicyFault, 'code' | 'pointer' | 'line'>[] {
  const result = readPolicy(text)
  return result.status === 'valid' ? [] : result.faults.map(({ code, pointer, line }) => ({ code, pointer, line }))
}

const limiterLines = (more: string) => `limiters:
  - id: a
    limit: { kind: FIXED_WINDOW, limit: 5, windowMs: 60000 }
    key: [{ from: network }]
${more}`

test('a file says what each host does, and everything begins in dry run', () => {
  const policy = policyOf(fileOf('      - { name: all, limiters: [a] }', limiterLines('')))
  expect(policy.sites[0]?.policies[0]).toMatchObject({ mode: 'DRY_RUN', challenge: 'NEVER' })
  expect(policy.limiters[0]).toMatchObject({ mode: 'DRY_RUN', outage: 'LOCAL', missing: 'SHARE', ladder: null })
  expect(describePolicy(policy).join('\n')).toContain('shop.example -> http://127.0.0.1:1')
  expect(describePolicy(policy)).toContain(
    '    limit a [DRY_RUN]: FIXED_WINDOW 5 by network, LOCAL when the store is away',
  )
})

test('a fault has a code, a pointer and the line where it stands', () => {
  expect(faultsOf('sites: [')[0]).toEqual({ code: 'syntax', pointer: '', line: 1 })
  expect(faultsOf('listen: {}')).toEqual([{ code: 'required', pointer: '/sites', line: 1 }])
  expect(faultsOf(fileOf('      - { name: all, chalenge: NEVER }', ''))).toEqual([
    { code: 'unknown-field', pointer: '/sites/0/policies/0/chalenge', line: 6 },
  ])
  expect(faultsOf(fileOf('      - { name: all, paths: [admin] }', ''))).toEqual([
    { code: 'path-invalid', pointer: '/sites/0/policies/0/paths/0', line: 6 },
  ])
  const twice = `${fileOf('      - name: all', '')}\n  - { hosts: [a.example, shop.example], upstreams: [{ url: "http://a" }] }`
  expect(faultsOf(twice)).toEqual([{ code: 'host-twice', pointer: '/sites/1/hosts/1', line: 8 }])
})

test('what is right by itself and wrong together is refused too', () => {
  const code = (policies: string, more?: string) => faultsOf(fileOf(policies, more)).map((fault) => fault.code)
  expect(code('      - { name: a, limiters: [none] }')).toEqual(['unknown-limiter'])
  expect(code('      - { name: a, challenge: ALWAYS }', '')).toEqual(['captcha-missing'])
  expect(code('      - { name: a }\n      - { name: a, paths: [/b] }')).toEqual(['hides-policies-below', 'same-name'])
  expect(code('      - name: a', limiterLines('    ladder: USUAL'))).toEqual([])
  expect(code('      - { name: a, limiters: [a] }', limiterLines('    ladder: USUAL'))).toEqual(['captcha-missing'])
  expect(code('      - name: a', limiterLines('').replace('limit: 5', 'limit: 0'))).toEqual(['out-of-range'])
  expect(code('      - name: a', limiterLines('').replace('network', 'email'))).toEqual(['invalid-value'])
  expect(code('      - name: a', `${captchaLines}  secretKeyFile: /a\n`)).toEqual(['one-secret-key'])
  expect(code('      - name: a', 'allow: [{ field: address, value: nobody, note: us }]')).toEqual(['bad-network'])
  expect(code('      - name: a', 'trustedProxies: [nobody]')).toEqual(['network-invalid'])
  expect(code('      - name: a', 'listen: { http: null }')).toEqual(['no-port'])
  expect(code('      - name: a\n    trapLinks: true', '')).toEqual(['robots-needed'])
  expect(code('      - name: a\n    robots: { mode: BOTH }', '')).toEqual(['invalid-value'])
  expect(code('      - name: a\n    robots: { mode: OWN, sitemap: "ftp://a" }', '')).toEqual(['invalid-format'])
  const bot = (agent: string) => `{ agent: "${agent}", directoryFile: /a, purpose: AI_USER }`
  expect(code('      - name: a', `signedBots: [${bot('https://a.example')}, ${bot('https://A.example/')}]`)).toEqual([
    'same-agent',
  ])
  expect(code('      - name: a', `signedBots: [${bot('http://a.example')}]`)).toEqual(['invalid-format'])
  expect(code('      - name: a', `signedBots: [${bot('https://a:b@a.example')}]`)).toEqual(['agent-invalid'])
  expect(code('      - name: a', 'signedBots: [{ agent: "https://a.example", directoryFile: /a }]')).toEqual([
    'required',
  ])
  expect(code('      - name: a\n    certificate: ACME', '')).toEqual(['acme-missing', 'https-port-missing'])
})

test('a purpose by a word that is used elsewhere is told the one that counts', () => {
  for (const [word, use] of Object.entries({ AI_ASSISTANT: 'AI_USER', FEED: 'FEED_READER', MONITORING: 'MONITOR' })) {
    const result = readPolicy(fileOf(`      - name: all\n        programs: { SEARCH: ALLOW, ${word}: ALLOW }`))
    expect(result).toMatchObject({
      status: 'invalid',
      faults: [{ code: 'other-word', pointer: `/sites/0/policies/0/programs/${word}`, line: 7, params: { use } }],
    })
  }
  const programs = Object.fromEntries(purposes.map((purpose) => [purpose, 'DENY']))
  expect(
    policyOf(fileOf(`      - { name: all, programs: ${JSON.stringify(programs)} }`)).sites[0]?.policies[0],
  ).toEqual(expect.objectContaining({ programs }))
  expect(faultsOf(fileOf('      - { name: all, programs: { constructor: DENY } }'))).toMatchObject([{ line: 6 }])
})

test('no text is anything but a file or a list of faults', () => {
  for (const text of [
    '',
    '[]',
    '1',
    '!!js/function a',
    '&a [*a]',
    'a: &a [1]\nb: [*a,*a]',
    '\u0000',
    `${'['.repeat(200)}`,
  ])
    expect(readPolicy(text).status, text.slice(0, 20)).toBe('invalid')
})

test('patterns fit in whatever case a path is written, with or without a slash at the end, and nothing else', () => {
  const fits = compilePatterns(['/login', '/api/*/keys', '/admin/**', '/a*b/c', '/Über-uns/**'])
  // As browsers write it, and others.
  for (const path of ['/%C3%9Cber-uns', '/%C3%BCber-uns/team', '/u%CC%88ber-uns'])
    expect(fits(normalPath(path)), path).toBe(true)
  for (const path of ['/login', '/LOGIN', '/login/', '/api/7/keys', '/admin', '/admin/', '/admin/a/b', '/axxb/c'])
    expect(fits(path), path).toBe(true)
  for (const path of ['/', '/logins', '/login/a', '/api/keys', '/api/1/2/keys', '/administer', '/ab', '/ab/c/d'])
    expect(fits(path), path).toBe(false)
  for (const text of ['', 'login', '/a?b', '/a//b', '/../a', '/a/**/b', '/***', '/a**', `/${'a'.repeat(200)}`, '/%61'])
    expect(isPathPattern(text), text).toBe(false)
})
