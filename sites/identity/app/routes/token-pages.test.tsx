import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { formPage } from '../examples/example-pages.ts'
import * as confirmAlerts from './confirm-alerts.tsx'
import * as unsubscribeAlerts from './unsubscribe-alerts.tsx'

const states = [
  ['title', 'x', undefined],
  ['doneTitle', 'x', { done: { value: null }, problem: null }],
  ['deadTitle', 'x', { done: null, problem: exampleProblem('token-invalid') }],
  ['deadTitle', '', undefined],
] as const

test('the link that confirms an address for alerts is clean while it waits, once it is used, and when it is dead', async () => {
  for (const [heading, token, actionData] of states) {
    const state = formPage({
      at: '/confirm-alerts',
      page: layer('routes/confirm-alerts', confirmAlerts, {
        path: ':language/confirm-alerts',
        loaderData: { token },
        ...(actionData ? { actionData } : {}),
      }),
      heading: (t) => t(($) => $.confirmAlerts[heading]),
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})

test('the link that ends alerts is clean while it waits, once it is used, and when it is dead', async () => {
  for (const [heading, token, actionData] of states) {
    const state = formPage({
      at: '/unsubscribe-alerts',
      page: layer('routes/unsubscribe-alerts', unsubscribeAlerts, {
        path: ':language/unsubscribe-alerts',
        loaderData: { token },
        ...(actionData ? { actionData } : {}),
      }),
      heading: (t) => t(($) => $.unsubscribeAlerts[heading]),
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})
