import { decidedBy, feedbackLabels, logFilterSchema, networkKinds } from '@bollard/contracts'
import texts from '@bollard/i18n/texts/dashboard/en.json' with { type: 'json' }
import { runs } from '@bollard/testing/seed'
import { assert, constantFrom, date, double, integer, property, record, string, uuid } from 'fast-check'
import { expect, test } from 'vitest'
import {
  filterNames,
  lastingPart,
  type LogSearch,
  readSearch,
  searchOf,
  withFilter,
  writeSearch,
} from './log-search.ts'

const berlin = { zone: 'Europe/Berlin', now: Date.parse('2026-11-19T10:00:00.000Z') }
const read = (search: string) => readSearch(new URLSearchParams(search), berlin)

const line = string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((text) => text.trim())
  .filter((text) => logFilterSchema.shape.action.safeParse(text).success && text !== '')
const time = date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }).map((at) =>
  at.toISOString(),
)
const score = double({ min: 0, max: 1, noNaN: true }).map(String)
const id = uuid()
/** Everything that the API takes, each part there or not. */
const anyFilter = record(
  {
    verificationId: id,
    outcome: constantFrom('PASSED', 'REFUSED', 'PASSED,FLAGGED', 'FLAGGED,REFUSED'),
    from: time,
    to: time,
    country: constantFrom('DE', 'AT', 'US'),
    decision: constantFrom(...decidedBy),
    reason: constantFrom('webdriver', 'work-too-fast'),
    scoreFrom: score,
    scoreTo: score,
    environmentId: id,
    hostname: constantFrom('shop.example', 'xn--bcher-kva.example', 'localhost:8080'),
    action: line,
    ruleId: id,
    bypassKeyId: id,
    network: constantFrom('192.0.2.0/24', '2001:db8::/48', '192.0.2.7', '2001:db8::1'),
    asn: integer({ min: 1, max: 4_294_967_295 }).map(String),
    networkKind: constantFrom(...networkKinds),
    browser: constantFrom('Firefox', 'Firefox 152', 'Samsung Internet 23'),
    operatingSystem: constantFrom('Windows', 'macOS'),
    device: constantFrom('phone', 'desktop'),
    language: constantFrom('de', 'en'),
    fetched: constantFrom('FETCHED', 'NEVER'),
    feedback: constantFrom(...feedbackLabels),
  },
  { requiredKeys: [] },
)

test('the page knows every filter of the API, and no other', () => {
  expect(filterNames.toSorted()).toEqual(Object.keys(logFilterSchema.shape).toSorted())
})

test('any filter comes back out of its address as it was, and the API takes it', () => {
  assert(
    property(anyFilter, (filter: LogSearch) => {
      const address = writeSearch(filter)
      expect(read(address)).toEqual(filter)
      expect(writeSearch(read(address))).toBe(address)
      expect(logFilterSchema.safeParse(filter).error).toBeUndefined()
      // And out of what the API answers for a saved one.
      const { scoreFrom: _from, scoreTo: _to, ...exact } = filter
      const parsed = logFilterSchema.parse(exact)
      const told = typeof parsed.outcome === 'string' ? { ...parsed, outcome: [parsed.outcome] } : parsed
      expect(searchOf(told)).toEqual(exact)
    }),
    { numRuns: runs(300) },
  )
})

test('a form sends outcomes one by one, empty fields, and times by the clocks of the person', () => {
  expect(read('outcome=REFUSED&outcome=PASSED&country=&asn=&from=2026-11-19T10%3A00&to=')).toEqual({
    outcome: 'PASSED,REFUSED',
    from: '2026-11-19T09:00:00.000Z',
  })
  expect(read('outcome=PASSED&outcome=FLAGGED&outcome=REFUSED')).toEqual({})
  expect(read('cursor=x&colour=red')).toEqual({})
})

test('a period that ends now takes the place of the one before it', () => {
  expect(read('from=2026-01-01T00%3A00&to=2026-01-02T00%3A00&last=24h')).toEqual({ from: '2026-11-18T10:00:00.000Z' })
  expect(read('last=constructor')).toEqual({})
})

test('what is wrong stays, so that the page can say so', () => {
  expect(read('network=nonsense&from=yesterday&outcome=MAYBE')).toEqual({
    network: 'nonsense',
    from: 'yesterday',
    outcome: 'MAYBE',
  })
})

test('parts are taken out one by one, and a saved filter has no period and no code', () => {
  const filter = { country: 'DE', from: '2026-01-01T00:00:00.000Z', verificationId: '019a9b1c-5d3e' }
  expect(withFilter(filter, 'country', null)).toEqual({ from: filter.from, verificationId: filter.verificationId })
  expect(withFilter(filter, 'country', 'AT').country).toBe('AT')
  expect(lastingPart(filter)).toEqual({ country: 'DE' })
})

test('every value that the API knows has words, from which the form takes its lists', () => {
  const { decision, networkKind, feedback, fetched } = texts.logFilter.values
  expect(Object.keys(decision)).toEqual(decidedBy)
  expect(Object.keys(networkKind)).toEqual(networkKinds)
  expect(Object.keys(feedback)).toEqual(feedbackLabels)
  expect(Object.keys(fetched)).toEqual(logFilterSchema.shape.fetched.unwrap().options)
})
