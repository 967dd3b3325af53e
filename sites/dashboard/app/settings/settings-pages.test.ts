import { expect, test } from 'vitest'
import { hasSettingsMenu, settingsPagesFor } from './settings-pages.ts'

test('only admins have the menu', () => {
  for (const myRole of ['VIEWER', 'MEMBER', 'ADMIN'] as const)
    expect(hasSettingsMenu({ myRole }), myRole).toBe(myRole === 'ADMIN')
})

const captcha = { type: 'CAPTCHA' } as const

test('whoever is no admin is led to what they may read', () => {
  for (const myRole of ['VIEWER', 'MEMBER'] as const)
    for (const mayMakeApiKeys of [false, true])
      expect(settingsPagesFor({ item: captcha, myRole }, mayMakeApiKeys)).toEqual(['general', 'members', 'billing'])
})

test('an admin is led to the API keys only where they may make some, and for monitoring to no keys', () => {
  const admin = { item: captcha, myRole: 'ADMIN' } as const
  const all = ['general', 'members', 'billing', 'bypass-keys', 'api-keys', 'audit', 'unsubscribe']
  expect(settingsPagesFor(admin, true)).toEqual(all)
  expect(settingsPagesFor(admin, false)).toEqual(all.filter((path) => path !== 'api-keys'))
  expect(settingsPagesFor({ ...admin, item: { type: 'MONITORING' } }, true)).toEqual([
    'general',
    'members',
    'billing',
    'audit',
    'unsubscribe',
  ])
})
