import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  alwaysRunning,
  clientChecks,
  conductChecks,
  conductSignal,
  derivedChecks,
  groupOf,
  serverChecks,
  serverSignal,
  failoverCode,
  probeCode,
  volumeCodes,
} from './catalogue.ts'

const kebab = (name: string) => name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)
const all = [...clientChecks, ...serverChecks, ...conductChecks, ...derivedChecks]

test('the bits of the three lists fit into what carries them', () => {
  expect(clientChecks.length).toBeLessThanOrEqual(64)
  expect(serverChecks.length).toBeLessThanOrEqual(31)
  expect(conductChecks.length).toBeLessThanOrEqual(16)
})

test('a code is used once', () => {
  expect(new Set([...all.map(({ code }) => code), ...volumeCodes]).size).toBe(all.length + volumeCodes.length)
})

test.for(['en', 'de'])('every reason has words in %s, and no words lack a reason', (language) => {
  const texts: unknown = JSON.parse(
    readFileSync(new URL(`../../i18n/texts/reasons/${language}.json`, import.meta.url), 'utf8'),
  )
  expect(Object.keys(Object(texts)).toSorted()).toEqual(
    [...all.map(({ code }) => code), ...volumeCodes, failoverCode, probeCode].toSorted(),
  )
})

test('the named signals of the service lie where their codes lie', () => {
  const named = Object.entries(serverSignal).map(([name, bit]) => [kebab(name), bit])
  expect(named).toEqual(serverChecks.map(({ code }, index) => [code, 1 << index]))
  const conduct = Object.entries(conductSignal).map(([name, bit]) => [kebab(name), bit])
  expect(conduct).toEqual(conductChecks.map(({ code }, index) => [code, 1 << index]))
})

test('what always runs is in the list of the widget', () => {
  for (const code of alwaysRunning) expect(clientChecks.some((check) => check.code === code)).toBe(true)
})

test('a code that is no longer known still has a group', () => {
  expect(groupOf('webdriver')).toBe('declared')
  expect(groupOf('of-another-version')).toBe('environment')
})
