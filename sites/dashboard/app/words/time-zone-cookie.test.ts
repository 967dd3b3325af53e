import { expect, test } from 'vitest'
import { timeZoneCookie, timeZoneOf } from './time-zone-cookie.ts'

test('a zone is found again in the cookie that was made of it', () => {
  expect(timeZoneOf(`theme=dark; ${timeZoneCookie('America/Argentina/Buenos_Aires').split(';')[0]}`)).toBe('America/Argentina/Buenos_Aires')
})

test('whatever is no zone counts as none', () => {
  expect(timeZoneOf('time_zone=Nowhere')).toBeNull()
  expect(timeZoneOf('time_zone=%E0%A4%A')).toBeNull()
  expect(timeZoneOf(null)).toBeNull()
})
