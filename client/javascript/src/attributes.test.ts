import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attributesOf, optionNames, optionsOf } from './attributes.ts'

const host = 'https://captcha.example.org'
const siteKey = 'bsk_key'

test('options become attributes: what is left out is not there, and off takes back what the owner has set', () => {
  expect(attributesOf(host, { siteKey })).toEqual({ 'api-url': host, sitekey: siteKey })
  expect(
    attributesOf(host, {
      siteKey: ' bsk_key ',
      name: '',
      tabIndex: 0,
      invisible: true,
      whiteLabel: false,
      passive: true,
      floating: false,
      failover: undefined,
      design: { boxRadius: 3 },
      bypassKey: 'secret',
    }),
  ).toEqual({
    'api-url': host,
    sitekey: siteKey,
    name: '',
    tabindex: '0',
    invisible: '',
    'white-label': 'off',
    passive: '',
    design: '{"boxRadius":3}',
  })
})

test('a missing site key and a secret key are refused', () => {
  for (const [key, code] of [
    ['', 'site-key-missing'],
    ['  ', 'site-key-missing'],
    ['bsec_key', 'site-key-secret'],
  ] as const)
    expect(() => attributesOf(host, { siteKey: key })).toThrow(expect.objectContaining({ code }))
})

test('data attributes say the same, in words that pages use', () => {
  expect(
    optionsOf({
      dataset: { sitekey: siteKey, theme: 'dark', passive: '', invisible: 'false', failover: 'off', design: '{"a":1}' },
    }),
  ).toEqual({ siteKey, theme: 'dark', passive: true, invisible: false, failover: false, design: { a: 1 } })
  expect(optionsOf({ dataset: { siteKey } }).siteKey).toBe(siteKey)
  expect(() => optionsOf({ dataset: { siteKey, design: '{' } })).toThrow(
    expect.objectContaining({ code: 'json-invalid' }),
  )
})

test('there is an option for each attribute in the documentation', () => {
  const table = readFileSync(new URL('../../../content/en/docs/guides/widget.mdx', import.meta.url), 'utf8')
  const [, attributes = ''] = /^## Attributes\n(.*?)^## /msu.exec(table) ?? []
  const documented = [...attributes.matchAll(/^\| `([\w-]+)`/gmu)].map(([, name = '']) => name)
  expect(documented.length).toBeGreaterThan(20)
  const all = Object.fromEntries(
    optionNames.map((name) => [name, name === 'design' || name === 'translations' ? {} : true]),
  )
  const written = Object.keys(attributesOf(host, { ...all, siteKey }))
  // These two are said in other ways: by the property, and by the size.
  expect(documented.filter((name) => !written.includes(name))).toEqual(['full-width', 'bypass-key'])
  expect(written.filter((name) => !documented.includes(name))).toEqual(['form'])
})
