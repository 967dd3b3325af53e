import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { solutionPage } from '../../../examples/example-pages.ts'
import { exampleCountries, exampleRules, exampleTrial } from '../../../examples/example-rules.ts'
import { exampleWhatIf, loadedOnFree, loadedSettings } from '../../../examples/example-settings.ts'
import type { SettingsAnswer } from '../../../sections/save-section.server.ts'
import { contentOf, newRule, ruleNames, valuesOfRule } from './read-rule.ts'
import * as ruleNew from './rule-new.tsx'
import * as rulePage from './rule.tsx'
import * as rules from './rules.tsx'
import * as tryRequest from './try/try-request.tsx'

type Page = Parameters<typeof solutionPage>[0]
type State<Given> = [string, Partial<Given>, Page['solution'], NonNullable<Page['has']>]
type ListGiven = Parameters<typeof layer<typeof rules>>[2]
type NewGiven = Parameters<typeof layer<typeof ruleNew>>[2]
type OneGiven = Parameters<typeof layer<typeof rulePage>>[2]
type TryGiven = Parameters<typeof layer<typeof tryRequest>>[2]

const answer = (rest: Partial<SettingsAnswer>): SettingsAnswer => ({
  section: 'order',
  did: 'save',
  problem: null,
  conflict: null,
  typed: null,
  tried: null,
  ...rest,
})
const { admins, features, planWith } = loadedSettings
const off = { 'geoblocking/mode': 'OFF', 'geoblocking/countries': [], allowedNetworks: [], blockedNetworks: [] }
const list: ListGiven['loaderData'] = {
  admins,
  features,
  planWith,
  held: null,
  rules: [...exampleRules],
  isFull: false,
  forms: off,
  paused: [],
  countries: [...exampleCountries],
  now: Date.parse('2026-11-20T12:00:00.000Z'),
}
const ids = exampleRules.map(({ id }) => id)
const orderIn = (page: HTMLElement) => page.querySelector<HTMLInputElement>('input[name="order"]')?.value.split(' ')

const listStates: State<ListGiven>[] = [
  [
    'of every kind',
    {},
    {},
    (page) => {
      expect(orderIn(page)).toEqual(ids)
      expect(page.querySelector(`a[href$="verifications?ruleId=${ids[0]}"]`)).not.toBeNull()
    },
  ],
  ['that nobody has made', { loaderData: { ...list, rules: [] } }, {}, (page) => expect(orderIn(page)).toBeUndefined()],
  [
    'as many as there can be',
    { loaderData: { ...list, isFull: true } },
    {},
    (page, { t }) => {
      expect(page.querySelector('a[href$="/rules/new"]')).toBeNull()
      expect(page.textContent).toContain(t(($) => $.rules.full, { count: 200 }))
    },
  ],
  [
    'in an order that was tried',
    { actionData: answer({ did: 'try', typed: { order: ids.toReversed() }, tried: exampleWhatIf }) },
    {},
    (page) => expect(orderIn(page)).toEqual(ids.toReversed()),
  ],
  [
    'that others changed meanwhile',
    { actionData: answer({ problem: exampleProblem('version-conflict'), typed: { order: ids.toReversed() } }) },
    {},
    (page, { t }) => expect(page.textContent).toContain(t(($) => $.rules.orderConflict)),
  ],
  [
    'with a country to block',
    {
      loaderData: {
        ...list,
        forms: { ...off, 'geoblocking/mode': 'BLOCK_LISTED', 'geoblocking/countries': ['NO'] },
        paused: [{ form: 'GEOBLOCKING', ruleId: ids[0] ?? '' }],
      },
    },
    {},
    (page) => expect(page.querySelector<HTMLInputElement>('input[value="NO"]')?.checked).toBe(true),
  ],
  [
    'with networks that are none',
    {
      actionData: answer({
        section: 'networks',
        problem: exampleProblem('validation-failed', [
          { pointer: '/allowedNetworks/1', code: 'invalid-network' },
          { pointer: '/allowedNetworks/2', code: 'network-too-wide', params: { min: 8 } },
        ]),
        typed: { allowedNetworks: ['192.0.2.1', 'office', '10.0.0.0/4'], blockedNetworks: [] },
      }),
    },
    {},
    (page) => {
      expect(page.textContent).toContain('office')
      expect(page.textContent).toContain('10.0.0.0/4')
    },
  ],
  [
    'of a plan without rules',
    { loaderData: { ...list, features: loadedOnFree.features } },
    {},
    (page, { t }) => expect(page.textContent).toContain(t(($) => $.captchaSettings.plan.compare)),
  ],
  [
    'of a viewer',
    {},
    { myRole: 'VIEWER' },
    (page) => {
      expect(page.querySelector('button[name="move"]')).toBeNull()
      expect(page.querySelector('a[href$="/rules/new"]')).toBeNull()
      expect(page.querySelector('#allowedNetworks')?.matches(':disabled')).toBe(true)
    },
  ],
]

test.for(listStates)('rules %s are clean', async ([, given, solution, has]) => {
  const state = solutionPage({
    at: '/captcha/settings/rules',
    ...(solution ? { solution } : {}),
    page: layer('captcha/settings/rules/rules', rules, {
      path: 'captcha/settings/rules',
      loaderData: list,
      ...given,
    }),
    heading: (t) => `${t(($) => $.captchaSettings.title)}: ${t(($) => $.rules.title)}`,
    has,
  })
  expect(await faultsOfPage(state)).toEqual([])
})

const wrong = {
  ...newRule,
  name: '',
  conditions: [
    { field: 'ip', not: false, values: ['192.0.2.1', 'office'] },
    { field: 'score', from: 0.9, to: 0.2 },
    { field: 'networkKind', not: true, values: [] },
    { field: 'hostname', not: false, values: ['shop.example'] },
  ],
  action: { type: 'DIFFICULTY', percent: 900 },
}
const newStates: State<NewGiven>[] = [
  [
    'is begun',
    {},
    {},
    (page) => expect(page.querySelector<HTMLSelectElement>('[id="conditions/0/field"]')?.value).toBe('country'),
  ],
  [
    'has faults',
    {
      actionData: answer({
        section: 'new-rule',
        typed: wrong,
        problem: exampleProblem('validation-failed', [
          { pointer: '/name', code: 'too-short', params: { min: 1 } },
          { pointer: '/conditions/0/values/1', code: 'invalid-network' },
          { pointer: '/conditions/2/values', code: 'too-few', params: { min: 1 } },
          { pointer: '/action/percent', code: 'too-large', params: { max: 300 } },
        ]),
      }),
    },
    {},
    (page) => {
      expect(page.querySelector<HTMLTextAreaElement>('[name="conditions/0/values"]')?.value).toBe('192.0.2.1\noffice')
      expect(page.querySelector<HTMLInputElement>('[name="action/percent"]')?.value).toBe('900')
      expect(document.activeElement?.id).toBe('name')
    },
  ],
]

test.for(newStates)('a new rule that %s is clean', async ([, given, solution, has]) => {
  const state = solutionPage({
    at: '/captcha/settings/rules/new',
    ...(solution ? { solution } : {}),
    page: layer('captcha/settings/rules/rule-new', ruleNew, {
      path: 'captcha/settings/rules/new',
      loaderData: {
        admins,
        features,
        planWith,
        held: null,
        countries: [...exampleCountries],
        intent: '019a9b1c-5d3e-7000-8000-000000000000',
      },
      ...given,
    }),
    heading: (t) => `${t(($) => $.captchaSettings.title)}: ${t(($) => $.rules.new)}`,
    has,
  })
  expect(await faultsOfPage(state)).toEqual([])
})

const [ofForm, ofOwner] = exampleRules as [(typeof exampleRules)[0], (typeof exampleRules)[1]]
const mine = { ...valuesOfRule(contentOf(ofOwner), ruleNames), name: 'Mine' }
const oneStates: State<OneGiven>[] = [
  ['an owner made', {}, {}, (page) => expect(page.querySelectorAll('[name$="/field"]').length).toBe(2)],
  [
    'a list keeps',
    { loaderData: { admins, rule: ofForm, countries: [...exampleCountries], held: null } },
    {},
    (page) => {
      expect(page.querySelector('[name$="/field"]')).toBeNull()
      expect(page.querySelector('a[href$="/rules#networks"]')).not.toBeNull()
    },
  ],
  [
    'somebody else changed too',
    {
      actionData: {
        settings: answer({
          section: `rule-${ofOwner.id}`,
          typed: mine,
          conflict: { names: ['name'], current: { ...mine, name: 'Theirs' } },
        }),
        deletion: null,
      },
    },
    {},
    (page) => expect(page.textContent).toContain('Theirs'),
  ],
  [
    'is about to go',
    { actionData: { settings: null, deletion: { problem: null, tried: exampleWhatIf } } },
    {},
    (page) => expect(page.querySelector('button[value="delete"]')).not.toBeNull(),
  ],
  [
    'a viewer looks at',
    {},
    { myRole: 'VIEWER' },
    (page) => {
      expect(page.querySelector('#name')?.matches(':disabled')).toBe(true)
      expect(page.querySelector('button[value="delete"]')).toBeNull()
    },
  ],
]

test.for(oneStates)('a rule that %s is clean', async ([, given, solution, has]) => {
  const { rule } = given.loaderData ?? { rule: ofOwner }
  const state = solutionPage({
    at: `/captcha/settings/rules/${rule.id}`,
    ...(solution ? { solution } : {}),
    page: layer('captcha/settings/rules/rule', rulePage, {
      path: 'captcha/settings/rules/:ruleId',
      loaderData: { admins, rule: ofOwner, countries: [...exampleCountries], held: null },
      ...given,
    }),
    heading: (t) => `${t(($) => $.captchaSettings.title)}: ${rule.name}`,
    has,
  })
  expect(await faultsOfPage(state)).toEqual([])
})

const tryStates: State<TryGiven>[] = [
  ['nothing', {}, {}, (page) => expect(page.querySelector('table')).toBeNull()],
  [
    'a visitor',
    { loaderData: { admins, countries: [...exampleCountries], result: exampleTrial, problem: null } },
    {},
    (page) => expect(page.querySelectorAll('tbody tr').length).toBe(4),
  ],
  [
    'something that is no address',
    {
      loaderData: {
        admins,
        countries: [...exampleCountries],
        result: null,
        problem: exampleProblem('validation-failed', [{ pointer: '/address', code: 'invalid-format' }]),
      },
    },
    {},
    (page) => expect(page.querySelector('#address')?.getAttribute('aria-invalid')).toBe('true'),
  ],
]

test.for(tryStates)('a request that tells %s is clean', async ([, given, solution, has]) => {
  const state = solutionPage({
    at: '/captcha/settings/rules/try',
    ...(solution ? { solution } : {}),
    page: layer('captcha/settings/rules/try/try-request', tryRequest, {
      path: 'captcha/settings/rules/try',
      loaderData: { admins, countries: [...exampleCountries], result: null, problem: null },
      ...given,
    }),
    heading: (t) => `${t(($) => $.captchaSettings.title)}: ${t(($) => $.rules.tryRequest.title)}`,
    has,
  })
  expect(await faultsOfPage(state)).toEqual([])
})
