import { expect, test } from 'vitest'
import { gatewayFile, hostIn, originIn } from './gateway-file.ts'

test('addresses are read as people paste them, and nothing else gets into the file', () => {
  expect(hostIn(' https://Shop.Example.org/kasse?x=1 ')).toBe('shop.example.org')
  expect(hostIn('shop.example.org')).toBe('shop.example.org')
  expect(originIn('127.0.0.1:8080')).toBe('http://127.0.0.1:8080')
  expect(originIn('https://intern.example.org/pfad')).toBe('https://intern.example.org')
  for (const wrong of ['', 'javascript:alert(1)', 'mailto:anna@example.org', 'a b', 'x]\n  - url: http://evil'])
    expect([wrong, hostIn(wrong)]).toEqual([wrong, null])
  for (const wrong of ['', 'file:///etc/passwd', 'http://']) expect([wrong, originIn(wrong)]).toEqual([wrong, null])
})

test('the file names the host, the site behind it and the captcha, and begins in dry run', () => {
  const file = gatewayFile({
    host: 'shop.example.org',
    upstream: 'http://127.0.0.1:8080',
    api: 'https://api.example.org',
    siteKey: 'bsk_x',
  })
  for (const part of ['hosts: [shop.example.org]', 'url: http://127.0.0.1:8080', 'siteKey: bsk_x', 'mode: DRY_RUN'])
    expect(file).toContain(part)
  expect(file).not.toContain('LIVE')
  // Without it the page would wait for a first request that it never hears of.
  expect(file).toContain('    dashboard:\n      api: https://api.example.org\n      secretKeyFile: ')
})
