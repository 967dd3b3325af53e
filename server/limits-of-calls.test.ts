import { readFileSync } from 'node:fs'
import { rateLimitsFile } from '@bollard/api-reference'
import { routeTables } from '@bollard/contracts'
import { expect, test } from 'vitest'
import {
  limitNames,
  limitsOfCalls,
  limitsOfNoCall,
  operationsWithLimits,
} from './testing/description/limits-of-calls.ts'

const calls = limitsOfCalls()

test('every rate limit of a service is told at a call, or refuses none', () => {
  const told = new Set(Object.values(calls).flatMap((limits) => limits.map(({ name }) => name)))
  expect([...told, ...limitsOfNoCall].toSorted()).toEqual(limitNames.toSorted())
})

test('operations with limits exist', () => {
  const ids = new Set(routeTables.flatMap((table) => Object.values(table).map(({ id }) => id)))
  expect(operationsWithLimits.filter((id) => !ids.has(id))).toEqual([])
})

test('the file of the reference says what the services count', () => {
  expect(JSON.parse(readFileSync(rateLimitsFile, 'utf8')), 'Run "npm run examples".').toEqual(calls)
})
