import { expect, test } from 'vitest'
import { parseDomains } from './parse-domains.ts'

test('lines, commas, semicolons and spaces all separate domains', () => {
  expect(parseDomains('example.org\nwww.example.org, shop.example.org;localhost  a.example')).toEqual([
    'example.org',
    'www.example.org',
    'shop.example.org',
    'localhost',
    'a.example',
  ])
})

test('of a pasted address only the host is kept', () => {
  expect(parseDomains('https://Shop.Example.org:8443/cart?x=1#top')).toEqual(['shop.example.org'])
  expect(parseDomains('localhost:3000/')).toEqual(['localhost'])
})

test('an IPv6 address keeps its last part', () => {
  expect(parseDomains('::1, 2001:db8::1')).toEqual(['::1', '2001:db8::1'])
})

test('a domain that is there twice counts once', () => {
  expect(parseDomains('example.org\nEXAMPLE.org.\nhttps://example.org/')).toEqual(['example.org'])
})

test('what is no domain is left for the service to refuse', () => {
  expect(parseDomains('not_a_domain, example')).toEqual(['not_a_domain', 'example'])
})

test('nothing but separators is no domain', () => {
  expect(parseDomains(' ,\n;\t')).toEqual([])
})
