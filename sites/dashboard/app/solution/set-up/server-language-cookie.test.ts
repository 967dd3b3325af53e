import { expect, test } from 'vitest'
import { serverLanguageCookie, serverLanguageOf } from './server-language-cookie.ts'

test('the chosen language comes back, and the first one stands for everything else', () => {
  expect(serverLanguageOf(serverLanguageCookie('python').split(';', 1)[0] ?? null)).toBe('python')
  expect(serverLanguageOf(null)).toBe('node')
  expect(serverLanguageOf('server_language=cobol')).toBe('node')
})
