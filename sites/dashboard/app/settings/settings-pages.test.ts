import { expect, test } from 'vitest'
import { hasSettingsMenu, settingsPagesFor } from './settings-pages.ts'

test('only admins of captchas and of monitoring have the menu', () => {
  for (const type of ['CAPTCHA', 'MONITORING', 'BUNDLE_SECURITY'] as const) {
    for (const myRole of ['VIEWER', 'MEMBER', 'ADMIN'] as const) {
      expect(hasSettingsMenu({ item: { type }, myRole }), `${type} ${myRole}`).toBe(
        myRole === 'ADMIN' && type !== 'BUNDLE_SECURITY',
      )
    }
  }
})

test('whoever is no admin is led to what they may read', () => {
  expect(settingsPagesFor('VIEWER')).toEqual(['general', 'members', 'billing'])
  expect(settingsPagesFor('MEMBER')).toEqual(['general', 'members', 'billing'])
  expect(settingsPagesFor('ADMIN')).toEqual(['general', 'members', 'billing', 'audit', 'unsubscribe'])
})
