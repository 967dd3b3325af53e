import type { Flag } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { operatorPage } from '../examples/operator-page.ts'
import * as limits from './limits.tsx'

const flag: Flag = {
  id: '01a205b2-1759-73ba-91fc-d8bedc8c40c2',
  name: 'maintenance-notice',
  scope: 'INSTALLATION',
  scopeId: null,
  number: null,
  texts: { en: 'We move at 22:00 UTC.' },
  reason: 'Announced last week',
  setAt: '2026-11-21T12:00:00Z',
  setBy: '01a205b2-1759-73ba-91fc-d8bedc8c40c9',
  endsAt: '2026-11-22T12:00:00Z',
  endedAt: null,
  holds: true,
}
const network: Flag = {
  ...flag,
  id: '01a205b2-1759-73ba-91fc-d8bedc8c40c3',
  name: 'sign-ups-per-hour',
  scope: 'NETWORK',
  scopeId: '203.0.113.0/24',
  number: 50,
  texts: null,
  endedAt: '2026-11-21T13:00:00Z',
  holds: false,
}
const wanted = { name: 'sign-ups-closed', scope: 'NETWORK', scopeId: '198.51.100.0/24' } as const
const loaderData = { items: [flag, network], nextCursor: null, isFirstPage: true, wanted }

test('flags show what holds and until when; without the change mode there is no form', async () => {
  const state = operatorPage({
    at: '/limits',
    page: layer('limits/limits', limits, { path: ':language/limits', loaderData }),
    heading: (t) => t(($) => $.limits.title),
    has: (shown) => expect(shown.querySelectorAll('main button[name=intent]')).toHaveLength(0),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('with the change mode a flag is set from what another page wanted, and a refusal stands at its field', async () => {
  const problem = exampleProblem('validation-failed', [{ pointer: '/scopeId', code: 'invalid' }])
  const state = operatorPage({
    at: '/limits',
    page: layer('limits/limits', limits, {
      path: ':language/limits',
      loaderData: { ...loaderData, items: [] },
      actionData: { problem },
    }),
    mayChange: true,
    heading: (t) => t(($) => $.limits.title),
    has: (shown) => {
      const field = shown.querySelector<HTMLInputElement>('input[name=scopeId]')
      expect([field?.value, field?.getAttribute('aria-invalid')]).toEqual([wanted.scopeId, 'true'])
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})
