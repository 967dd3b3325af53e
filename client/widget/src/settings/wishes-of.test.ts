import { expect, test } from 'vitest'
import { wishesOf } from './wishes-of.ts'

const page = (attributes: Record<string, string> = {}) => ({ getAttribute: (name: string) => attributes[name] ?? null })

const byItself = {
  theme: null,
  badge: false,
  whiteLabel: false,
  privacyUrl: null,
  minimalData: false,
  honeypot: true,
  failover: false,
  design: undefined,
  translations: undefined,
  test: undefined,
}

test.for([
  undefined,
  null,
  {},
  [],
  'text',
  7,
  { widget: null },
  { widget: { theme: 'AUTO', invisible: 'yes', privacyUrl: 7 }, honeypots: 'no' },
])('with settings of %o the widget is as it is by itself', (settings) => {
  expect(wishesOf(page(), settings)).toEqual(byItself)
})

const set = {
  widget: {
    theme: 'DARK',
    invisible: true,
    whiteLabel: true,
    privacyUrl: 'https://shop.example/privacy',
    design: { radius: 4 },
    translations: { fr: {} },
  },
  minimalData: true,
  honeypots: false,
  failover: true,
  test: 'SPENT',
}

test('what the owner has set is obeyed where the page says nothing', () => {
  expect(wishesOf(page(), set)).toEqual({
    theme: 'dark',
    badge: true,
    whiteLabel: true,
    privacyUrl: 'https://shop.example/privacy',
    minimalData: true,
    honeypot: false,
    failover: true,
    design: { radius: 4 },
    translations: { fr: {} },
    test: 'SPENT',
  })
})

test('what the page says wins, and off takes back', () => {
  const attributes = {
    theme: 'light',
    invisible: 'off',
    'white-label': 'off',
    'privacy-url': '',
    honeypot: 'on',
    failover: 'off',
    design: '{}',
    translations: '{"de":{}}',
  }
  expect(wishesOf(page(attributes), set)).toMatchObject({
    theme: 'light',
    badge: false,
    whiteLabel: false,
    privacyUrl: null,
    honeypot: true,
    failover: false,
    design: '{}',
    translations: '{"de":{}}',
  })
  expect(wishesOf(page({ invisible: '', 'white-label': '', failover: '', honeypot: 'off' }), null)).toMatchObject({
    badge: true,
    whiteLabel: true,
    failover: true,
    honeypot: false,
  })
})

test('what the settings withhold no page can switch on', () => {
  const everything = page({ invisible: '', 'white-label': 'on' })
  expect(wishesOf(everything, { widget: { invisible: null, whiteLabel: null } })).toMatchObject({
    badge: false,
    whiteLabel: false,
  })
  expect(wishesOf(everything, { widget: { invisible: null } })).toMatchObject({ badge: false, whiteLabel: true })
  expect(wishesOf(everything, { widget: {} })).toMatchObject({ badge: true, whiteLabel: true })
})

test('no page can take back that a key is one for tests, or that nothing may be looked at', () => {
  expect(wishesOf(page({ test: 'off', 'minimal-data': 'off' }), set)).toMatchObject({
    test: 'SPENT',
    minimalData: true,
  })
})

test.for(['javascript:alert(1)', 'data:text/html,x', 'http://shop.example', '//shop.example', ' https://shop.example'])(
  'settings make no link of %o',
  (privacyUrl) => {
    expect(wishesOf(page(), { widget: { privacyUrl } }).privacyUrl).toBeNull()
  },
)
