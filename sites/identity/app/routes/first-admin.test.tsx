import { passwordLength } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { formPage } from '../examples/example-pages.ts'
import * as firstAdmin from './first-admin.tsx'

const path = ':language/first-admin'

test('the account of the first admin is clean behind a proxy that nobody trusts', async () => {
  const forwarded = formPage({
    at: '/first-admin?token=x',
    page: layer('routes/first-admin', firstAdmin, {
      path,
      loaderData: { passwordLength, token: 'x', isForwarded: true },
    }),
    heading: (t) => t(($) => $.firstAdmin.forwardedTitle),
    has: (page) => expect(page.querySelector('form')).toBeNull(),
  })
  expect(await faultsOfPage(forwarded)).toEqual([])
})

test('the account of the first admin is clean, without its link, with it and after a refusal', async () => {
  const bare = formPage({
    at: '/first-admin',
    page: layer('routes/first-admin', firstAdmin, {
      path,
      loaderData: { passwordLength, token: '', isForwarded: false },
    }),
    heading: (t) => t(($) => $.firstAdmin.noTokenTitle),
  })
  expect(await faultsOfPage(bare)).toEqual([])
  for (const actionData of [
    undefined,
    { email: 'anna@example.org', givenName: 'Anna', problem: exampleProblem('token-invalid') },
  ]) {
    const state = formPage({
      at: '/first-admin?token=x',
      page: layer('routes/first-admin', firstAdmin, {
        path,
        loaderData: { passwordLength, token: 'x', isForwarded: false },
        ...(actionData ? { actionData } : {}),
      }),
      heading: (t) => t(($) => $.firstAdmin.title),
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})
