import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { formPage } from '../examples/example-pages.ts'
import * as verifyEmail from './verify-email.tsx'

type Given = Parameters<typeof layer<typeof verifyEmail>>[2]
const states: [string, Given, boolean][] = [
  ['of a link', { loaderData: { token: 'x', problem: null } }, true],
  ['of a link without a token', { loaderData: { token: '', problem: null } }, false],
  [
    'in another browser, which asks for the password',
    {
      loaderData: { token: 'x', problem: null },
      actionData: { asksPassword: true, problem: exampleProblem('password-required') },
    },
    true,
  ],
  [
    'of a link that is dead as the page opens',
    { loaderData: { token: 'x', problem: exampleProblem('token-expired') } },
    false,
  ],
  ['while nobody can say', { loaderData: { token: 'x', problem: exampleProblem('rate-limited') } }, true],
  [
    'of a link that is used up',
    {
      loaderData: { token: 'x', problem: null },
      actionData: { asksPassword: false, problem: exampleProblem('token-invalid') },
    },
    false,
  ],
]

test.for(states)('the confirmation %s is clean', async ([, given, isAlive]) => {
  const state = formPage({
    at: '/verify-email?token=x',
    page: layer('routes/verify-email', verifyEmail, { path: ':language/verify-email', ...given }),
    heading: (t) => t(($) => (isAlive ? $.verifyEmail.title : $.verifyEmail.failedTitle)),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
