import { expect, test } from 'vitest'
import { advertisingTokenOf, consentCookies, consentOf, referralCodeOf } from './consent.ts'

const id = '019f0000-0000-7000-8000-000000000001'
const none = { advertisingToken: null, referralCode: null }
const withCookie = (cookie: string, headers: Record<string, string> = {}) =>
  new Request('http://a.example/en', { headers: { cookie, ...headers } })

test('an answer is what the cookie says; without one the signal of the browser is a no', () => {
  expect(consentOf(withCookie('cookie_consent=accepted'))).toBe('accepted')
  expect(consentOf(withCookie('cookie_consent=rejected'))).toBe('rejected')
  expect(consentOf(withCookie('theme=dark'))).toBeNull()
  expect(consentOf(withCookie('cookie_consent=yes'))).toBeNull()
  expect(consentOf(withCookie('', { 'sec-gpc': '1' }))).toBe('rejected')
  expect(consentOf(withCookie('cookie_consent=accepted', { 'sec-gpc': '1' }))).toBe('accepted')
})

test('the click is told only by those who agreed, and only what can be an id', () => {
  expect(advertisingTokenOf(withCookie(`cookie_consent=accepted; advertising_token=${id}`))).toBe(id)
  for (const cookie of [
    `advertising_token=${id}`,
    `cookie_consent=rejected; advertising_token=${id}`,
    'cookie_consent=accepted; advertising_token=x',
    '',
  ])
    expect(advertisingTokenOf(withCookie(cookie)), cookie).toBeNull()
  expect(referralCodeOf(withCookie('cookie_consent=accepted; referral_code=AGENCY-1'))).toBe('AGENCY-1')
  for (const cookie of [
    'referral_code=AGENCY-1',
    'cookie_consent=rejected; referral_code=AGENCY-1',
    'cookie_consent=accepted; referral_code=a"b',
    '',
  ])
    expect(referralCodeOf(withCookie(cookie)), cookie).toBeNull()
})

test('a yes is kept for all sites, with the id of the click for 90 days; a no takes it away', () => {
  expect(
    consentCookies({ secure: true, cookieDomain: 'bollard.example' }, 'accepted', {
      advertisingToken: id,
      referralCode: 'AGENCY-1',
    }),
  ).toEqual([
    'cookie_consent=accepted; Max-Age=15552000; Path=/; Domain=bollard.example; SameSite=Lax; Secure',
    `advertising_token=${id}; Max-Age=7776000; Path=/; Domain=bollard.example; SameSite=Lax; Secure; HttpOnly`,
    'referral_code=AGENCY-1; Max-Age=7776000; Path=/; Domain=bollard.example; SameSite=Lax; Secure; HttpOnly',
  ])
  expect(consentCookies({ secure: false }, 'accepted', none)).toEqual([
    'cookie_consent=accepted; Max-Age=15552000; Path=/; SameSite=Lax',
  ])
  expect(consentCookies({ secure: false }, 'rejected', { advertisingToken: id, referralCode: 'AGENCY-1' })).toEqual([
    'cookie_consent=rejected; Max-Age=15552000; Path=/; SameSite=Lax',
    'advertising_token=; Max-Age=0; Path=/; SameSite=Lax; HttpOnly',
    'referral_code=; Max-Age=0; Path=/; SameSite=Lax; HttpOnly',
  ])
})
