import { expect, test } from 'vitest'
import { readTurnstileParameters, TurnstileError } from './read-turnstile-parameters.ts'

const read = (attributes: Record<string, string>, call: object = {}) =>
  readTurnstileParameters({ attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })) }, call)

test('without more than a site key all is as documented', () => {
  expect(read({ 'data-sitekey': 'k' })).toMatchObject({
    theme: 'auto',
    size: 'normal',
    language: 'auto',
    execution: 'render',
    appearance: 'always',
    retry: 'auto',
    retryMs: 8_000,
    refreshExpired: 'auto',
    refreshTimeout: 'auto',
    fieldName: 'cf-turnstile-response',
    action: undefined,
  })
})

test('what the call says is before what the element says', () => {
  expect(
    read(
      { 'data-sitekey': 'a', 'data-theme': 'dark', 'data-size': 'compact' },
      { sitekey: 'b', theme: 'light', size: undefined },
    ),
  ).toMatchObject({
    sitekey: 'b',
    theme: 'light',
    size: 'compact',
  })
})

test('the field has the name asked for, or there is none', () => {
  expect(read({ 'data-sitekey': 'k', 'data-response-field-name': 'mine' }).fieldName).toBe('mine')
  expect(read({ 'data-sitekey': 'k', 'data-response-field': 'false' }).fieldName).toBeUndefined()
  expect(read({}, { sitekey: 'k', 'response-field': false }).fieldName).toBeUndefined()
})

test('data-cdata is cData', () => {
  expect(read({ 'data-sitekey': 'k', 'data-cdata': 'order-7' }).given['cData']).toBe('order-7')
})

test('a language that is none is as if none was asked for', () => {
  expect(read({ 'data-sitekey': 'k', 'data-language': 'pt-BR' }).language).toBe('pt-BR')
  expect(read({ 'data-sitekey': 'k', 'data-language': 'not a language' }).language).toBe('auto')
})

test.each([
  ['sitekey', {}],
  ['sitekey', { sitekey: 7 }],
  ['theme', { sitekey: 'k', theme: 'pink' }],
  ['size', { sitekey: 'k', size: 'huge' }],
  ['execution', { sitekey: 'k', execution: 'later' }],
  ['appearance', { sitekey: 'k', appearance: 'never' }],
  ['retry', { sitekey: 'k', retry: 'often' }],
  ['refresh-expired', { sitekey: 'k', 'refresh-expired': 'x' }],
  ['refresh-timeout', { sitekey: 'k', 'refresh-timeout': 'x' }],
  ['retry-interval', { sitekey: 'k', 'retry-interval': 900_000 }],
  ['retry-interval', { sitekey: 'k', 'retry-interval': 'soon' }],
  ['action', { sitekey: 'k', action: 'x'.repeat(33) }],
  ['action', { sitekey: 'k', action: 'two words' }],
  ['cData', { sitekey: 'k', cData: 'x'.repeat(256) }],
  ['cData', { sitekey: 'k', cData: 'ä' }],
])('a wrong %s is thrown at the page', (name, call) => {
  expect(() => read({}, call)).toThrow(TurnstileError)
  expect(() => read({}, call)).toThrow(`"${name}"`)
})
