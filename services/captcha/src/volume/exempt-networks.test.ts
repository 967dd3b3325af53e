import { siteSettingsSchema } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { isExempt } from './exempt-networks.ts'
import { volumeSettingsOf } from './volume-settings.ts'

const defaultSettings = siteSettingsSchema.parse({})

test('nobody is exempt unless the owner says so, and then the networks named are, in both families', () => {
  const settings = { ...defaultSettings, exemptNetworks: ['192.0.2.0/25', '2001:db8::/32', '198.51.100.7'] }
  const exempt = (address: string) => isExempt({ settings }, address)
  expect(['192.0.2.1', '192.0.2.127', '2001:db8:1::1', '198.51.100.7'].map(exempt)).toEqual([true, true, true, true])
  expect(['192.0.2.128', '2001:db9::1', '198.51.100.8', ''].map(exempt)).toEqual([false, false, false, false])
  expect(isExempt({ settings: defaultSettings }, '192.0.2.1')).toBe(false)
})

test('settings from before there were budgets have them', () => {
  expect(volumeSettingsOf(defaultSettings)).toEqual({ underAttack: 'AUTO', volumeBudgets: true, exemptNetworks: [] })
})
