import { expect, test } from 'vitest'
import { attributesOf } from './attributes-of.ts'

const badge = (value: unknown, rightToLeft: boolean) =>
  attributesOf({ size: 'invisible', badge: value }, { language: undefined, rightToLeft })['badge']
const here = { language: undefined, rightToLeft: false }

test('every parameter of a visible widget has its place', () => {
  const parameters = { sitekey: 'bsk_1', theme: 'dark', size: 'compact', tabindex: 3, hl: 'de', action: 'login' }
  expect(attributesOf(parameters, here)).toMatchObject({
    sitekey: 'bsk_1',
    theme: 'dark',
    size: 'compact',
    tabindex: '3',
    language: 'de',
    action: 'login',
    refresh: 'manual',
  })
})

test('a box with a callback waits for its press, as pages send their form in it', () => {
  expect(attributesOf({ sitekey: 'k', callback: 'send' }, here).autostart).toBe('off')
  expect(attributesOf({ sitekey: 'k' }, here).autostart).toBeUndefined()
})

test('the badge stands left or right as asked, whichever way the page is written', () => {
  expect([
    badge(undefined, false),
    badge('bottomright', false),
    badge('bottomleft', false),
    badge('inline', false),
  ]).toEqual(['end', 'end', 'start', 'inline'])
  expect([badge('bottomright', true), badge('bottomleft', true)]).toEqual(['start', 'end'])
})

test('an invisible one starts when it is told to, and asks for nothing by itself', () => {
  expect(attributesOf({ sitekey: 'k', size: 'invisible' }, here)).toMatchObject({
    invisible: '',
    autostart: 'off',
    refresh: 'never',
    size: undefined,
  })
})

test('values that are not documented are left off', () => {
  expect(attributesOf({ sitekey: 'k', theme: 'pink', size: 'huge' }, here)).toMatchObject({
    theme: undefined,
    size: undefined,
  })
})

test('the language of the element is before the one of the script', () => {
  expect(attributesOf({ hl: 'fr' }, { language: 'de', rightToLeft: false }).language).toBe('fr')
  expect(attributesOf({}, { language: 'de', rightToLeft: false }).language).toBe('de')
})
