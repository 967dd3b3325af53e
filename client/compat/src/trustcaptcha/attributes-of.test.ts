import { expect, test } from 'vitest'
import { attributesOf, fieldNameOf, tokenFor } from './attributes-of.ts'

const element = (attributes: Record<string, string>) => ({
  getAttribute: (name: string) => attributes[name] ?? null,
})
const given = (attributes: Record<string, string>) =>
  Object.fromEntries(Object.entries(attributesOf(element(attributes))).filter(([, value]) => value !== undefined))

test('the attributes of version 3 have their places', () => {
  expect(
    given({
      sitekey: 'bsk_1',
      language: 'de',
      theme: 'dark',
      'autostart-disabled': '',
      'full-width': 'true',
      'bypass-token': 'bbp_1',
      'minimal-data-mode': '',
      'privacy-url': '/privacy',
      'white-label': '',
      invisible: '',
      'invisible-hint': 'inline',
      'license-key': 'x',
      design: '{}',
      translations: '[]',
    }),
  ).toEqual({
    sitekey: 'bsk_1',
    language: 'de',
    theme: 'dark',
    autostart: 'off',
    size: 'flexible',
    'bypass-key': 'bbp_1',
    'minimal-data': '',
    'privacy-url': '/privacy',
    'white-label': '',
    invisible: '',
    badge: 'inline',
  })
})

test('so have those of version 2, and what says false is not set', () => {
  expect(
    given({ autostart: 'false', width: 'full', mode: 'minimal', 'hide-branding': 'true', invisible: 'false' }),
  ).toEqual({ theme: 'light', autostart: 'off', size: 'flexible', 'minimal-data': '', 'white-label': '' })
  expect(given({ autostart: 'true', width: 'fixed', mode: 'standard', theme: 'media', language: 'auto' })).toEqual({})
})

test('a hint at the edge is a badge at the end, and a hidden one is none', () => {
  const badge = (hint?: string) => given({ invisible: '', ...(hint ? { 'invisible-hint': hint } : {}) })['badge']
  expect([badge(), badge('right-border'), badge('right-bottom'), badge('hidden'), badge('nonsense')]).toEqual([
    'end',
    'end',
    'end',
    'hidden',
    'end',
  ])
})

test('the field has the name asked for', () => {
  expect([fieldNameOf(element({})), fieldNameOf(element({ 'token-field-name': 'mine' }))]).toEqual([
    'tc-verification-token',
    'mine',
  ])
})

test('a token names the check, and that of an outage says so under an id of its own', () => {
  const read = (token: string) => JSON.parse(atob(tokenFor(token, 'an-id', () => 'random')))
  expect(read('btk3.x')).toEqual({ verificationId: 'an-id' })
  expect(read('bfo1.x')).toEqual({ verificationId: 'random', clientFailover: true })
})
