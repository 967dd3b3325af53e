import { expect, test } from 'vitest'
import { pageAddress } from './page-address.ts'

const addressOf = (url: string) => pageAddress(new Request(url)).href

test('the page of a request for data is the one that a person can open', () => {
  expect(addressOf('http://a.example/en/captchas.data?_routes=routes%2Fcaptchas')).toBe('http://a.example/en/captchas')
  expect(addressOf('http://a.example/en/log.data?outcome=PASSED&_routes=x')).toBe(
    'http://a.example/en/log?outcome=PASSED',
  )
  expect(addressOf('http://a.example/_root.data')).toBe('http://a.example/')
})

test('every other address stays as it is', () => {
  expect(addressOf('http://a.example/en/captchas?_routes=1')).toBe('http://a.example/en/captchas?_routes=1')
})
