import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { formPage } from '../examples/example-pages.ts'
import * as signIn from './sign-in.tsx'

type Given = Parameters<typeof layer<typeof signIn>>[2]
const stranger = { signedInAs: null, goOn: 'http://localhost:8082/en/dashboard', lastMethod: null }
const states: [string, string, Given][] = [
  ['as a stranger finds it', '/sign-in', { loaderData: stranger }],
  [
    'of somebody who is signed in and used a passkey',
    '/sign-in',
    { loaderData: { ...stranger, signedInAs: 'anna@example.org', lastMethod: 'passkey' } },
  ],
  ['after too long a time', '/sign-in?expired', { loaderData: { ...stranger, lastMethod: 'password' } }],
  ['after a new password', '/sign-in?reset', { loaderData: stranger }],
  [
    'after a wrong password, with its captcha',
    '/sign-in',
    {
      loaderData: stranger,
      actionData: { email: 'anna@example.org', asksCaptcha: true, problem: exampleProblem('credentials-invalid') },
    },
  ],
]

test.for(states)('signing in %s is clean', async ([, at, given]) => {
  const state = formPage({
    at,
    page: layer('routes/sign-in', signIn, { path: ':language/sign-in', ...given }),
    heading: (t) => t(($) => $.signIn.title),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
