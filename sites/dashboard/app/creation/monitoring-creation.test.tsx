import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { dashboardPage } from '../examples/example-pages.ts'
import * as creation from './monitoring-creation.tsx'

test('the form for monitoring is clean, also with what was wrong in it', async () => {
  const intent = '7d1f3f2a-6f0e-4a3e-9d61-2f4b6f0f7a11'
  const typed = { label: 'a', plan: '', organizationId: '', timezone: '', language: '' }
  const problem = exampleProblem('validation-failed', [{ pointer: '/label', code: 'too-short', params: { min: 3 } }])
  for (const actionData of [undefined, { typed, problem, intent }]) {
    const state = dashboardPage({
      at: '/solution-creation/monitoring',
      page: layer('creation/monitoring-creation', creation, {
        path: ':language/solution-creation/monitoring',
        loaderData: { intent, choices: { trialDays: 14, freePlans: ['FREE'], organizations: [], zones: [] } },
        ...(actionData ? { actionData } : {}),
      }),
      heading: (t) => t(($) => $.create.monitoring.title),
      has: (page) => expect(page.querySelectorAll('[aria-invalid="true"]').length).toBe(actionData ? 1 : 0),
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})
