import { siteSettingsSchema } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { readValues, valuesOf, withValues } from './setting-values.ts'

const settings = siteSettingsSchema.parse({
  widget: { design: { radius: 4, light: { text: '#000000' } }, translations: { de: { ready: 'Hallo' } } },
})
function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('addresses and percentages read as they were written, in any of the usual ways', () => {
  const typed = form({
    label: ' Shop ',
    notificationEmails: 'a@example.org; b@example.org\nA@EXAMPLE.org',
    usageAlertPercents: '120 %, 80%,80',
  })
  expect(readValues(typed, ['label', 'notificationEmails', 'usageAlertPercents'])).toEqual({
    label: 'Shop',
    notificationEmails: ['A@EXAMPLE.org', 'b@example.org'],
    usageAlertPercents: [80, 120],
  })
  expect(readValues(form({ usageAlertPercents: '' }), ['usageAlertPercents'])).toEqual({ usageAlertPercents: [] })
  for (const text of ['eighty', '8.5', '-5', '1e3'])
    expect(readValues(form({ usageAlertPercents: text }), ['usageAlertPercents'])).toEqual({
      usageAlertPercents: [text],
    })
})

test('settings are found by the name of their field, and what is left out is undefined', () => {
  expect(valuesOf(settings, ['threshold', 'widget/design/light/text', 'widget/design/dark/text'])).toEqual({
    threshold: 0.5,
    'widget/design/light/text': '#000000',
    'widget/design/dark/text': undefined,
  })
})

test('values take their place, and what is emptied is left out with what holds nothing else', () => {
  const changed = withValues(settings, {
    threshold: 0.7,
    'widget/design/light/text': undefined,
    'widget/design/dark/text': '#ffffff',
    'widget/translations/de/ready': undefined,
    'widget/translations/fr/ready': 'Bonjour',
  })
  expect(changed.threshold).toBe(0.7)
  expect(changed.widget.design).toEqual({ radius: 4, dark: { text: '#ffffff' } })
  expect(changed.widget.translations).toEqual({ fr: { ready: 'Bonjour' } })
  expect(settings.threshold).toBe(0.5)
})

test('numbers, switches, lists and rows are read as they were typed', () => {
  const typed = form({
    threshold: '0,65',
    retentionDays: 'a week',
    honeypots: 'on',
    exemptNetworks: ' 192.0.2.0/24\n\n198.51.100.7, 192.0.2.0/24',
    'widget/privacyUrl': ' ',
    'widget/design/radius': '',
    'signedBots/1/name': 'Search',
    'signedBots/1/publicKey': 'key',
    'privateTokens/issuer': 'issuer.example',
  })
  expect(
    readValues(typed, [
      'threshold',
      'retentionDays',
      'honeypots',
      'minimalData',
      'exemptNetworks',
      'widget/privacyUrl',
      'widget/design/radius',
      'signedBots',
      'privateTokens',
    ]),
  ).toEqual({
    threshold: 0.65,
    retentionDays: 'a week',
    honeypots: true,
    minimalData: false,
    exemptNetworks: ['192.0.2.0/24', '198.51.100.7'],
    'widget/privacyUrl': null,
    'widget/design/radius': undefined,
    signedBots: [{ name: 'Search', agent: null, publicKey: 'key' }],
    privateTokens: { issuer: 'issuer.example', publicKey: '' },
  })
})
