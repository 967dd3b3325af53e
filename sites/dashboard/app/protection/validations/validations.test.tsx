import { fieldKinds } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import {
  exampleBlockedReport,
  exampleDecision,
  exampleForm,
  exampleReview,
  exampleVerdicts,
} from '../../examples/example-protection.ts'
import { protectionPage } from '../../examples/example-protection-page.ts'
import * as blocked from './blocked.tsx'
import * as formPage from './form.tsx'
import * as reviewPage from './review.tsx'
import * as reviews from './reviews.tsx'
import { shownForm } from './typed-form.ts'
import * as list from './validations.tsx'

const filter = {
  taught: { spam: 41, wanted: 18 },
  needed: 30,
  right: 25,
  wrong: 1,
  sources: [
    { name: 'disposable-email-domains', version: '1.0.2', date: '2026-11-01', fresh: true },
    { name: 'libphonenumber-js', version: '1.12.0', date: '2026-06-01', fresh: false },
  ],
}

test.for([
  ['some', [exampleForm], 'MEMBER', 1],
  ['none', [], 'MEMBER', 3],
  ['some, for a viewer', [exampleForm], 'VIEWER', 0],
] as const)('a list of forms with %s is clean', async ([, forms, myRole, ways]) => {
  const state = protectionPage({
    at: '/validations',
    solution: { myRole },
    page: layer('protection/validations/validations', list, {
      path: 'validations',
      loaderData: { forms: [...forms], filter },
    }),
    heading: (t) => t(($) => $.protection.validations.title),
    has(shown) {
      expect(shown.querySelectorAll('main a[href*="/validations/new"]').length).toBe(ways)
      // What visitors wrote is read by members alone.
      const toMessages = shown.querySelectorAll('a[href*="/reviews"], a[href*="/blocked"]').length
      expect(toMessages > 0).toBe(myRole === 'MEMBER')
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

/** What the first row asks beside what all kinds have, as somebody sees it who chooses each kind. */
function askedByKind(shown: HTMLElement): Record<string, string[]> {
  const kind = shown.querySelector<HTMLSelectElement>('[name="fields/0/kind"]')
  const row = kind?.closest('fieldset')
  if (!kind || !row) throw new Error('the form has a first row')
  const chosen = kind.value
  const asked = fieldKinds.map((value) => {
    kind.value = value
    const seen = [...row.querySelectorAll<HTMLInputElement>('[name]')].filter((field) =>
      field.closest('label, div')?.checkVisibility(),
    )
    const names = seen.map(({ name }) => name.replace('fields/0/', ''))
    return [value, [...new Set(names)].filter((name) => !['name', 'kind', 'isOptional', 'try'].includes(name))]
  })
  kind.value = chosen
  return Object.fromEntries(asked)
}

const typed = { ...shownForm(exampleForm), 'fields/0/try': 'anna@gmial.com' }
const problem = exampleProblem('validation-failed', [
  { pointer: '/fields/1/country', code: 'invalid' },
  { pointer: '/refuseFrom', code: 'below-review' },
])

test.for([
  ['with values that were tried', { typed, problem: null, tried: { fields: exampleVerdicts, weight: 61 }, stamp: '' }],
  ['with a rule that was refused', { typed, problem, tried: null, stamp: '' }],
] as const)('a form %s is clean', async ([, given]) => {
  const actionData = { ...given, tried: given.tried && { ...given.tried, fields: [...given.tried.fields] } }
  const faults = await faultsOfPage(
    protectionPage({
      at: `/validations/${exampleForm.id}`,
      page: layer('protection/validations/form', formPage, {
        path: 'validations/:formId',
        loaderData: { form: exampleForm },
        actionData,
      }),
      heading: () => exampleForm.name,
      has(shown) {
        expect(shown.querySelectorAll('main [name$="/kind"]').length).toBe(exampleForm.fields.length + 1)
        expect(shown.querySelector<HTMLInputElement>('[name="fields/3/languages"]')?.value).toBe('de en')
        expect(askedByKind(shown)).toEqual({
          EMAIL: ['asksDns', 'disposable', 'roles', 'duplicates'],
          PHONE: ['country', 'onlyThatCountry'],
          IBAN: ['country'],
          VAT_ID: ['asksRegister'],
          URL: ['ownHosts'],
          TEXT: ['isMessage', 'personalData', 'refusesLong', 'linksMax', 'languages', 'scripts', 'ownHosts'],
        })
        const said = actionData.tried === null ? '[aria-invalid="true"]' : '[lang=en]'
        expect(shown.querySelectorAll(`main ${said}`).length).toBe(2)
      },
    }),
  )
  expect(faults).toEqual([])
})

const { values: _values, fields: _fields, tellingWords: _words, ...review } = exampleReview
const line = { ...review, excerpt: 'Guten Tag, wir bringen Ihre Website auf den ersten Platz.' }

test.for([
  ['messages', [line, { ...line, id: 'r2', excerpt: '', conclusion: 'DENY' as const }]],
  ['none', []],
] as const)('the review inbox is clean with %s', async ([, items]) => {
  const state = protectionPage({
    at: '/validations/reviews',
    page: layer('protection/validations/reviews', reviews, {
      path: 'validations/reviews',
      loaderData: { items: [...items], nextCursor: null, state: 'WAITING', form: exampleForm.id, isFirstPage: true },
    }),
    heading: (t) => t(($) => $.protection.reviews.title),
    has: (shown) => expect(shown.querySelectorAll('main ol > li').length).toBe(items.length),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a message is clean, and one key approves it', async () => {
  const state = protectionPage({
    at: `/validations/reviews/${exampleReview.id}`,
    page: layer('protection/validations/review', reviewPage, {
      path: 'validations/reviews/:reviewId',
      loaderData: { review: exampleReview, next: 'r2' },
    }),
    heading: (t) => t(($) => $.protection.reviews.one, { form: exampleForm.name }),
    has(shown) {
      const pressed: string[] = []
      const form = shown.querySelector('main form')
      const note = (event: Event) => {
        event.preventDefault()
        event.stopPropagation()
        if (event instanceof SubmitEvent && event.submitter instanceof HTMLButtonElement)
          pressed.push(event.submitter.value)
      }
      form?.addEventListener('submit', note, true)
      for (const init of [{ key: 'x' }, { key: 'a', ctrlKey: true }, { key: 'a' }, { key: 'r' }])
        dispatchEvent(new KeyboardEvent('keydown', { ...init, cancelable: true }))
      form?.removeEventListener('submit', note, true)
      expect(pressed).toEqual(['APPROVED', 'REJECTED'])
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test.for([
  ['the decision', exampleDecision],
  ['a decision that is gone', null],
] as const)('what stopped visitors wrote is clean with %s', async ([, decision]) => {
  const state = protectionPage({
    at: '/validations/blocked',
    page: layer('protection/validations/blocked', blocked, {
      path: 'validations/blocked',
      loaderData: { items: [exampleBlockedReport], state: 'OPEN', asked: exampleDecision.id, decision },
    }),
    heading: (t) => t(($) => $.protection.blocked.title),
    has: (shown, { t }) =>
      expect(shown.textContent?.includes(t(($) => $.protection.blocked.gone))).toBe(decision === null),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
