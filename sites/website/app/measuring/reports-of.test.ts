import { expect, test } from 'vitest'
import { deviceOf, reportsOf } from './reports-of.server.ts'

const measuring = { sessionReplay: true, pageViews: true, performance: true }
const all = { pageViews: true, performance: true, sessionReplay: true }
const counts = { ...all, sessionReplay: false }
const none = { pageViews: false, performance: false, sessionReplay: false }
const yes = { cookie: 'a=1; cookie_consent=accepted' }
const no = { cookie: 'cookie_consent=rejected' }
const gpc = { 'sec-gpc': '1' }
const dnt = { dnt: '1' }

test.for([
  ['specification', 'no answer', {}, counts],
  ['specification', 'a yes', yes, all],
  ['specification', 'a no', no, counts],
  ['specification', 'Global Privacy Control', gpc, counts],
  ['specification', 'a cookie that says something else', { cookie: 'cookie_consent=maybe' }, counts],
  ['strict', 'no answer', {}, none],
  ['strict', 'a yes', yes, all],
  ['strict', 'a no', no, none],
  ['strict', 'Global Privacy Control', gpc, none],
  ['strict', 'a yes and Do Not Track', { ...yes, ...dnt }, { ...none, sessionReplay: true }],
] as const)('with consent %s and %s', ([consent, , headers, expected]) => {
  const request = new Request('https://site.example/en', { headers })
  expect(reportsOf({ measuring, consent }, request)).toEqual(expected)
  expect(reportsOf({ consent }, request)).toEqual(none)
  expect(reportsOf({ consent, measuring: { ...measuring, sessionReplay: false } }, request).sessionReplay).toBe(false)
})

test.for([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1', 'phone'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0.0.0 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (Linux; Android 15; SM-X910) Chrome/140.0.0.0 Safari/537.36', 'tablet'],
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1', 'tablet'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'computer'],
  [null, 'computer'],
] as const)('%s is a %s', ([userAgent, device]) => {
  expect(deviceOf(userAgent)).toBe(device)
})
