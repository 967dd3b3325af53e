import { expect, test } from 'vitest'
import { searchSolutions, solutionLabel } from './solution-label.ts'

const own = { label: 'Shop checkout', managementOrganization: null }
const managed = { label: 'Newsletter', managementOrganization: { id: '1', name: 'Nordlicht Agency' } }

test('a managed solution carries the name of its organization', () => {
  expect(solutionLabel(own)).toBe('Shop checkout')
  expect(solutionLabel(managed)).toBe('Nordlicht Agency / Newsletter')
})

test('a search finds words anywhere in the label, in any case and order', () => {
  expect(searchSolutions([own, managed], 'CHECK')).toEqual([own])
  expect(searchSolutions([own, managed], 'news nord')).toEqual([managed])
  expect(searchSolutions([own, managed], ' ')).toEqual([own, managed])
  expect(searchSolutions([own, managed], 'nothing')).toEqual([])
})
