import { protectionRoutes } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { exampleForm } from '../../examples/example-protection.ts'
import { nextAfter } from './next-after.ts'
import { formOf, formPoints, newForm, shownForm, triedValues, typedForm } from './typed-form.ts'

test('what is shown of a form and sent back is the same', () => {
  const { name, mode, fields, reviewFrom, refuseFrom, keepDays } = exampleForm
  const whole = {
    name,
    mode,
    reviewFrom,
    refuseFrom,
    keepDays,
    fields: [
      ...fields,
      { name: 'iban', isOptional: false, kind: 'IBAN', country: null } as const,
      { name: 'vat', isOptional: true, kind: 'VAT_ID', asksRegister: true } as const,
    ],
  }
  expect(formOf(shownForm({ ...exampleForm, ...whole }))).toEqual(whole)
})

test.each([
  ['TEXT', 'refusesLong'],
  ['VAT_ID', 'asksRegister'],
] as const)('a %s is sent with %s where it is ticked, and shown as it is stored', (kind, name) => {
  const typed = (tick: object) => formOf({ ...newForm(null), 'fields/0/name': 'one', 'fields/0/kind': kind, ...tick })
  const [open, ticked] = [typed({}), typed({ [`fields/0/${name}`]: 'on' })]
  expect([open.fields[0], ticked.fields[0]]).toMatchObject([{ [name]: false }, { [name]: true }])
  const shown = [open, ticked].map((form) => shownForm({ ...exampleForm, ...form })[`fields/0/${name}`] ?? '')
  expect(shown).toEqual(['', 'on'])
  const { error } = protectionRoutes.createProtectedForm.body.schema.safeParse({ ...ticked, name: 'form' })
  expect(error).toBeUndefined()
})

test('each starting point is a form that the service takes as it is', () => {
  for (const point of formPoints) {
    const { error } = protectionRoutes.createProtectedForm.body.schema.safeParse(formOf(newForm(point)))
    expect(error, point).toBeUndefined()
  }
})

test('fields without a name are left out, and those behind them move up with the values to try', () => {
  const form = new FormData()
  form.set('name', 'contact')
  form.set('fields/0/kind', 'EMAIL')
  form.set('fields/0/try', 'lost')
  form.set('fields/2/name', 'message')
  form.set('fields/2/kind', 'TEXT')
  form.set('fields/2/try', 'Guten Tag')
  const typed = typedForm(form)
  expect([typed['fields/0/name'], typed['fields/2/name']]).toEqual(['message', undefined])
  expect(triedValues(typed)).toEqual({ message: 'Guten Tag' })
})

test('behind the last message that waits comes the first, and never the same one', () => {
  const items = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(['a', 'b', 'c', 'decided'].map((id) => nextAfter(items, id))).toEqual(['b', 'c', 'a', 'a'])
  expect([nextAfter([{ id: 'a' }], 'a'), nextAfter([], 'a')]).toEqual([null, null])
})
