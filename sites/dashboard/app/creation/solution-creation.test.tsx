import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { dashboardPage } from '../examples/example-pages.ts'
import * as creation from './solution-creation.tsx'

const loaderData = { intent: '7d1f3f2a-6f0e-4a3e-9d61-2f4b6f0f7a11', dpa: null, typed: null } as const
const path = ':language/solution-creation'
const at = '/solution-creation'

test('the form for a new captcha is clean, with an agreement to accept and without', async () => {
  for (const dpa of [null, { version: '2026-05', url: 'https://operator.example/dpa' }]) {
    const state = dashboardPage({
      at,
      page: layer('creation/solution-creation', creation, { path, loaderData: { ...loaderData, dpa } }),
      heading: (t) => t(($) => $.create.title),
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})

test('the form with what was wrong in it is clean', async () => {
  const state = dashboardPage({
    at,
    page: layer('creation/solution-creation', creation, {
      path,
      loaderData,
      actionData: {
        typed: { label: 'a', domains: 'not a domain', localhost: false, dpa: false },
        sent: ['not a domain'],
        intent: loaderData.intent,
        problem: exampleProblem('validation-failed', [
          { pointer: '/label', code: 'too-short', params: { min: 3 } },
          { pointer: '/domains/0', code: 'domain' },
        ]),
      },
    }),
    heading: (t) => t(($) => $.create.title),
    has: (page) => expect(page.querySelectorAll('[aria-invalid="true"]').length).toBe(2),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
