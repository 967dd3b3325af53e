import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { exampleProtectionSettings } from '../../examples/example-protection.ts'
import { protectionPage } from '../../examples/example-protection-page.ts'
import * as page from './settings.tsx'
import { settingsOf, shownSettings } from './typed-settings.ts'

const seen = [
  {
    at: '2026-11-18T09:40:00.000Z',
    peer: '10.0.0.7',
    forwardedFor: '203.0.113.9, 198.51.100.4',
    visitor: '198.51.100.4',
    undeclared: '198.51.100.4',
  },
]

test.for([
  ['for an admin', 'ADMIN', seen],
  ['for a member, before any request', 'MEMBER', []],
] as const)('settings of protection are clean %s', async ([, myRole, shownSeen]) => {
  const isAdmin = myRole === 'ADMIN'
  const problem = exampleProblem('validation-failed', [{ pointer: '/trustedProxies/0', code: 'invalid-network' }])
  const state = protectionPage({
    at: '/settings',
    solution: { myRole },
    page: layer('protection/settings/settings', page, {
      path: 'settings',
      loaderData: { settings: exampleProtectionSettings, seen: [...shownSeen] },
      ...(isAdmin ? { actionData: { problem, typed: shownSettings(exampleProtectionSettings), stamp: '' } } : {}),
    }),
    heading: (t) => t(($) => $.protection.settings.title),
    has(shown) {
      expect(shown.querySelectorAll('main button[type=submit]').length).toBe(isAdmin ? 1 : 0)
      expect(shown.querySelector<HTMLFieldSetElement>('main fieldset')?.disabled).toBe(!isAdmin)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('what is shown of the settings and sent back is the same', () => {
  expect(settingsOf(shownSettings(exampleProtectionSettings))).toEqual(exampleProtectionSettings)
  const typed = { ...shownSettings(exampleProtectionSettings), controlPercent: '0,5' }
  expect(settingsOf(typed).controlPercent).toBe(0.5)
})
