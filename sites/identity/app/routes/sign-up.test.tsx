import { passwordLength } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { formPage } from '../examples/example-pages.ts'
import * as signUp from './sign-up.tsx'

const path = ':language/sign-up'
const loaderData = { passwordLength }
const legal = {
  terms: { version: '2026-11', url: 'https://operator.example/terms' },
  privacy: { version: '2026-10', url: 'https://operator.example/privacy' },
}

test('signing up is clean', async () => {
  const state = formPage({
    at: '/sign-up',
    page: layer('routes/sign-up', signUp, { path, loaderData }),
    heading: (t) => t(($) => $.signUp.title),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('where the operator has terms, they can be read before they are accepted; where not, nothing is asked', async () => {
  const links = (page: HTMLElement) => [...page.querySelectorAll('form a')].map((link) => link.getAttribute('href'))
  for (const knows of [{ legal }, {}]) {
    const state = formPage({
      at: '/sign-up',
      knows,
      page: layer('routes/sign-up', signUp, { path, loaderData }),
      heading: (t) => t(($) => $.signUp.title),
      has: (page) => {
        expect(links(page)).toEqual('legal' in knows ? [legal.terms.url, legal.privacy.url] : [])
        expect(page.querySelectorAll('[name=acceptedTerms]').length).toBe('legal' in knows ? 1 : 0)
      },
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})

test('signing up with something wrong in every field is clean', async () => {
  const errors = ['/givenName', '/email', '/password', '/acceptedTerms'].map((pointer) => ({
    pointer,
    code: 'invalid',
  }))
  const problem = exampleProblem('validation-failed', errors)
  const state = formPage({
    at: '/sign-up',
    knows: { legal },
    page: layer('routes/sign-up', signUp, {
      path,
      loaderData,
      actionData: { email: 'anna', givenName: '', hasAccepted: false, problem },
    }),
    heading: (t) => t(($) => $.signUp.title),
    has: (page) => expect(page.querySelectorAll('[aria-invalid="true"]').length).toBe(errors.length),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
