import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { exampleDecision } from '../../examples/example-protection.ts'
import { protectionPage } from '../../examples/example-protection-page.ts'
import * as captcha from '../captcha/captcha.tsx'
import * as start from './start.tsx'

const siteKey = 'bsk_0123456789abcdefghijkl'

test.for([
  ['by code, before the first request', 'code', null, ''],
  ['by the gateway, after it', 'gateway', exampleDecision, 'https://laden.example.org/kasse'],
] as const)('connecting a site %s is clean', async ([, way, first, address]) => {
  const state = protectionPage({
    at: `/start?way=${way}`,
    page: layer('protection/start/start', start, {
      path: 'start',
      loaderData: {
        way,
        language: 'express',
        siteKey,
        last4: 'k7Qx',
        first,
        requests: first === null ? 0 : 1_204,
        typed: { address, upstream: address && '127.0.0.1:8080' },
      },
    }),
    heading: (t) => t(($) => $.protection.start.title),
    has(shown) {
      expect(shown.querySelector('#listen .animate-wait') === null).toBe(first !== null)
      const code = [...shown.querySelectorAll('main pre')].map(({ textContent }) => textContent).join('\n')
      expect(code).toContain(way === 'code' ? '@bollard/protect/express' : 'hosts: [laden.example.org]')
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('the captcha of page protection leads to its own pages and is clean', async () => {
  const state = protectionPage({
    at: '/captcha',
    page: layer('protection/captcha/captcha', captcha, {
      path: 'captcha',
      loaderData: { checked: 1_204, passed: 1_100, flagged: 62, refused: 42 },
    }),
    heading: (t) => t(($) => $.nav.captcha),
    has: (shown) => expect(shown.querySelectorAll('main li a[href*="/captcha/"]').length).toBe(4),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
