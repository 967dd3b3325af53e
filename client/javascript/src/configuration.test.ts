import { expect, test } from 'vitest'
import { BollardConfigurationError, type BollardOptions, readConfiguration } from './configuration.ts'
import { createBollard } from './render.ts'

const codeOf = (options: BollardOptions) => {
  try {
    readConfiguration(options)
    return undefined
  } catch (error) {
    return error instanceof BollardConfigurationError ? error.code : error
  }
}
const host = 'https://captcha.example.org'
const release = { address: '/widget/0.1.0-1a2b3c4d/widget.js', integrity: `sha384-${'A'.repeat(64)}` }

test('each wrong option is refused with a code that names it', () => {
  expect({
    'host-missing': [{ host: '' }, { host: ' ' }].map(codeOf),
    'host-invalid': [
      { host: 'captcha.example.org' },
      { host: 'ftp://captcha.example.org' },
      { host: 'javascript:alert(1)' },
      { host: 'https://user@captcha.example.org' },
      { host: 'https://captcha.example.org?x' },
      { host: 'https://captcha.example.org#x' },
      { host: 'https://captcha.example.org\\@evil.example' },
      { host: 'https://captcha.example.org/a b' },
    ].map(codeOf),
    'host-not-https': [{ host: 'http://captcha.example.org' }, { host: 'http://localhost.example.org' }].map(codeOf),
    'timeout-invalid': [0, -1, Number.NaN, Infinity].map((timeoutMs) => codeOf({ host, timeoutMs })),
    'release-address-invalid': [
      '/widget.js',
      'https://elsewhere.example/widget/0.1.0-1a2b3c4d/widget.js',
      '/widget/../x/widget.js',
    ].map((address) => codeOf({ host, release: { ...release, address } })),
    'release-integrity-invalid': ['', 'md5-abc', 'sha384-"><script>'].map((integrity) =>
      codeOf({ host, release: { ...release, integrity } }),
    ),
  }).toSatisfy((all: Record<string, unknown[]>) =>
    Object.entries(all).every(([code, found]) => found.every((one) => one === code)),
  )
})

test('the script is that of the host, or of the release with its hash', () => {
  expect(readConfiguration({ host: ' HTTPS://Captcha.Example.org:8443/ ' })).toMatchObject({
    host: 'https://captcha.example.org:8443',
    address: 'https://captcha.example.org:8443/widget.js',
    timeoutMs: 10_000,
  })
  expect(readConfiguration({ host: 'https://example.org/Captcha/', release })).toMatchObject({
    host: 'https://example.org/Captcha',
    address: `https://example.org/Captcha${release.address}`,
    integrity: release.integrity,
  })
  for (const local of ['http://localhost:8090', 'http://127.0.0.1', 'http://[::1]:1', 'http://api.localhost'])
    expect(readConfiguration({ host: local }).host).toBe(local)
})

test('a server without a window makes a client, and is told of a wrong configuration', () => {
  expect(typeof globalThis.window).toBe('undefined')
  expect(Object.keys(createBollard({ host }))).toEqual(['load', 'render', 'attach', 'renderAll'])
  expect(() => createBollard({ host: '' })).toThrow('Set host to')
})
