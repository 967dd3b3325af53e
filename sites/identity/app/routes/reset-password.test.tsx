import { passwordLength } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { formPage } from '../examples/example-pages.ts'
import * as resetPassword from './reset-password.tsx'

type Given = Parameters<typeof layer<typeof resetPassword>>[2]
const living = { passwordLength, link: { token: 'x', problem: null } }
const states: [string, Given, boolean][] = [
  ['of a link', { loaderData: living }, true],
  ['of a link without a token', { loaderData: { ...living, link: { token: '', problem: null } } }, false],
  [
    'of a link that is dead as the page opens',
    { loaderData: { ...living, link: { token: 'x', problem: exampleProblem('token-expired') } } },
    false,
  ],
  [
    'while nobody can say',
    { loaderData: { ...living, link: { token: 'x', problem: exampleProblem('rate-limited') } } },
    true,
  ],
  [
    'of a link that is used up meanwhile',
    { loaderData: living, actionData: { factors: [], problem: exampleProblem('token-invalid') } },
    false,
  ],
]

test.for(states)('the new password %s is clean', async ([, given, isAlive]) => {
  const state = formPage({
    at: '/reset-password?token=x',
    page: layer('routes/reset-password', resetPassword, { path: ':language/reset-password', ...given }),
    heading: (t) => t(($) => (isAlive ? $.reset.title : $.reset.deadTitle)),
    has: (page) => expect(page.querySelector('input[type=password]') !== null).toBe(isAlive),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
