import { expect, test } from 'vitest'
import { readTrial, trialOf } from './read-trial.ts'

test('what is filled in is tried, and what is empty is not told', () => {
  expect(readTrial(new URLSearchParams('country=&hostname= '))).toBeNull()
  expect(readTrial(new URLSearchParams('country=de&asn=AS3320&score=0,7&path=/a&language=DE'))).toEqual({
    country: 'DE',
    asn: 3320,
    score: 0.7,
    path: '/a',
    language: 'de',
  })
})

test('what is no number is left for the service to refuse', () => {
  expect(readTrial(new URLSearchParams('score=high'))).toEqual({ score: 'high' })
})

test('a visitor of the log is tried with what the log knows', () => {
  const known = trialOf({
    country: 'DE',
    asn: null,
    networkKind: 'unknown',
    hostname: 'shop.example',
    action: null,
    language: 'de',
    score: 0,
    network: '192.0.2.0/24',
  })
  expect(Object.fromEntries(known)).toEqual({ country: 'DE', hostname: 'shop.example', language: 'de', score: '0' })
})
