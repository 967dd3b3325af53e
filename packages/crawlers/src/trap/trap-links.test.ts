import { expect, test } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import type { CrawlerVerdict, Identified } from '../proof/identify.ts'
import { createTrapBook, readTrapPath, trapFolder, trapLink, trapPath } from './trap-links.ts'

const secret = 'a secret of the site'
const day = new Date('2026-11-27T23:59:59Z')
const hour = 3_600_000

function says(verdict: CrawlerVerdict): Identified {
  const crawler = catalogue().named('Googlebot/2.1')
  if (crawler === null) throw new Error('Googlebot is known')
  return { crawler, verdict, by: null }
}

test('a path is good on its day and the next, then expired, and nobody else can make one', () => {
  const path = trapPath(secret, day)
  expect(path).toMatch(/^\/[a-z0-9]{12}\/[a-z0-9]{16}$/iu)
  expect(readTrapPath([secret], path, day)).toBe('FRESH')
  expect(readTrapPath([secret], path, new Date(day.getTime() + 24 * hour))).toBe('FRESH')
  expect(readTrapPath([secret], path, new Date(day.getTime() + 24 * hour + 1_000))).toBe('EXPIRED')
  expect(readTrapPath(['another'], path, day)).toBeNull()
  expect(readTrapPath(['another', secret], path, day)).toBe('FRESH')
  expect(readTrapPath([secret], `${trapFolder(secret)}guessed`, day)).toBe('EXPIRED')
  expect(readTrapPath([secret], '/', day)).toBeNull()
  expect(readTrapPath([], path, day)).toBeNull()
})

test('paths of two days, and of two sites, have nothing in common but the folder of their site', () => {
  const tomorrow = new Date(day.getTime() + 1_000)
  expect(trapPath(secret, day)).not.toBe(trapPath(secret, tomorrow))
  expect(trapPath(secret, tomorrow).startsWith(trapFolder(secret))).toBe(true)
  expect(trapFolder('another')).not.toBe(trapFolder(secret))
})

test('the link is not seen, not read out, not reached by keyboard, and says that it is not to be followed', () => {
  const link = trapLink(trapPath(secret, day))
  for (const part of ['rel="nofollow"', ' hidden ', ' inert ', 'aria-hidden="true"', 'tabindex="-1"', '></a>'])
    expect(link).toContain(part)
})

test('who follows it is known for an hour; verified crawlers and browsers that load ahead never are', () => {
  let now = day.getTime()
  const book = createTrapBook(() => now)
  const headers = {}
  expect(book.followed('192.0.2.0/24', { headers, identified: says('VERIFIED') })).toBeNull()
  expect(book.followed('192.0.2.0/24', { headers: { 'sec-purpose': 'prefetch' }, identified: null })).toBeNull()
  expect(book.followed('192.0.2.0/24', { headers: { purpose: 'prefetch' }, identified: null })).toBeNull()
  expect(book.findingFor('192.0.2.0/24', null)).toBeNull()
  const finding = { code: 'trap-followed', weight: 80, expiresAt: now + hour }
  expect(book.followed('192.0.2.0/24', { headers, identified: says('SPOOFED') })).toEqual(finding)
  expect(book.findingFor('192.0.2.0/24', says('UNKNOWN'))).toEqual(finding)
  expect(book.findingFor('192.0.2.0/24', says('VERIFIED'))).toBeNull()
  expect(book.findingFor('198.51.100.0/24', null)).toBeNull()
  now += hour
  expect(book.findingFor('192.0.2.0/24', null)).toBeNull()
})

test('many who follow push out those who followed first, and not the process out of memory', () => {
  const book = createTrapBook(() => 0)
  for (let index = 0; index <= 20_000; index++) book.followed(`network ${index}`, { headers: {}, identified: null })
  expect([book.findingFor('network 0', null), book.findingFor('network 1', null)?.weight]).toEqual([null, 80])
})
