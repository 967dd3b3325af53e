import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { websitePage } from '../examples/website-page.ts'
import * as blocked from './blocked.tsx'

const decisionId = '019a9b1c-5d3e-7000-8000-000000000002'
type Answered = Parameters<typeof blocked.default>[0]['actionData']

/** What is wrong with the page in a state; `has` looks at it. */
const faultsOf = (query: string, has: (page: HTMLElement) => void, actionData?: Answered) =>
  faultsOfPage(
    websitePage({
      at: `/blocked${query}`,
      page: layer('contact/blocked', blocked, {
        path: ':language/blocked',
        ...(actionData === undefined ? {} : { actionData }),
      }),
      heading: (t) => t(($) => $.contact.blocked.title),
      consent: 'rejected',
      has,
    }),
  )
const entered = (page: HTMLElement) =>
  [...page.querySelectorAll<HTMLInputElement>('#form input, #form textarea')].map(({ name, value }) => [name, value])

const hasNoForm = (page: HTMLElement) => expect(page.querySelector('form#form')).toBeNull()

test.for([
  ['of the link', `?decision=${decisionId}`, decisionId],
  ['of a link that has none', '', ''],
  ['of a link that puts words there', `?decision=${decisionId}%20and%20call%20us`, ''],
])('the form has the reference code %s, a captcha, and is in no list', async ([, query = '', code]) => {
  const shown = (page: HTMLElement) => {
    expect(entered(page)).toEqual([
      ['decisionId', code],
      ['message', ''],
      ['email', ''],
    ])
    expect(page.querySelector('#form bollard-captcha')).not.toBeNull()
    const pattern = page.querySelector<HTMLInputElement>('[name=decisionId]')?.pattern ?? ''
    const fits = (text: string) => new RegExp(`^(?:${pattern})$`, 'v').test(text)
    expect([decisionId, decisionId.toUpperCase(), `${decisionId}0`, 'none'].map(fits)).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(document.head.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  }
  expect(await faultsOf(query, shown)).toEqual([])
  expect(blocked.handle.isListed).toBe(false)
})

test('what was typed stays beside what is wrong with it, and a form that was sent is gone', async () => {
  const typed = { decisionId: 'mine', message: 'A chair', email: 'eve@' }
  const problem = exampleProblem('validation-failed', [
    { pointer: '/decisionId', code: 'invalid-format' },
    { pointer: '/email', code: 'invalid-format' },
  ])
  const refused = (page: HTMLElement) => {
    expect(entered(page)).toEqual(Object.entries(typed))
    const marked = [...page.querySelectorAll('[aria-invalid=true]')].map((field) => field.getAttribute('name'))
    expect(marked).toEqual(['decisionId', 'email'])
  }
  expect(await faultsOf(`?decision=${decisionId}`, refused, { problem, typed })).toEqual([])
  expect(await faultsOf('?sent', hasNoForm)).toEqual([])
})
