import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { operatorFacts } from './operator-facts.ts'
import { recipientsOf, toldConfig } from './supervise/told-config.ts'

const operator = {
  legalName: 'Example Operator GmbH',
  address: { street: 'Musterstraße 1', postalCode: '10115', city: 'Berlin', countryCode: 'DE' },
  email: 'office@operator.example',
  contact: { name: 'Office', phone: '+49 30 1234567', email: 'office@operator.example' },
  vatId: 'DE123456788',
  taxNumber: '30/123/45678',
  bank: { accountHolder: 'Example Operator GmbH', iban: 'DE02120300000000202051' },
}

/** What the sites are told under these settings. */
function factsUnder(settings: Readonly<Record<string, string>>) {
  const read = readConfig({ NODE_ENV: 'test', ...settings })
  if (read.status === 'invalid') throw new Error(read.faults.join('\n'))
  return operatorFacts(operator, toldConfig(read.config, 'sites'), recipientsOf(read.config)).values
}

test.for([
  [{ ARCHIVE_URL: 'file:///mnt/archive' }, '730'],
  [{ ARCHIVE_URL: 'file:///mnt/archive', ARCHIVE_DAYS: '365' }, '365'],
  [{ ARCHIVE_URL: 'file:///mnt/archive', ARCHIVE_DAYS: '0' }, undefined],
  [{}, undefined],
] as const)('with %j, legal texts say that the archive keeps entries for %s days', ([settings, days]) => {
  expect(factsUnder(settings)['archiveDays']).toBe(days)
})

test('legal texts name who else hears of customers, though the sites are told none of its secrets', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_test', STRIPE_WEBHOOK_SECRET: 'whsec_test' }
  expect(factsUnder(stripe)).toMatchObject({ stripe: 'Stripe' })
  expect(factsUnder({ STRIPE_PUBLISHABLE_KEY: 'pk_test' })).toMatchObject({ stripe: 'Stripe' })
  expect(factsUnder({ GOOGLE_ADS: '/etc/bollard/ads.json' })).toMatchObject({ googleAds: 'Google Ads' })
  const facts = factsUnder({})
  expect([facts['stripe'], facts['googleAds']]).toEqual([undefined, undefined])
})
