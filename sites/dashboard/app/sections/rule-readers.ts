import { networkKinds, type RuleAction, type RuleCondition } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { fromLocalTime } from '../captcha/log-filter/local-time.ts'

export type ConditionField = RuleCondition['field']

/** In the order in which they are offered: what owners ask for most comes first. */
export const conditionFields = [
  'country',
  'ip',
  'hostname',
  'path',
  'action',
  'score',
  'networkKind',
  'asn',
  'network',
  'continent',
  'language',
  'userAgent',
] as const satisfies readonly ConditionField[]

export const actionTypes = [
  'BLOCK',
  'CHALLENGE',
  'DIFFICULTY',
  'FLAG',
  'ALLOW',
] as const satisfies readonly RuleAction['type'][]

/** A field of a rule as JSON could hold it, or as somebody typed it. */
type Field = string | number | boolean | null | readonly Field[] | { readonly [part: string]: Field }

/** A rule has each field once. Without scripts one more row is free than there are conditions. */
const rowsMax = conditionFields.length + 1

/** What stands in the fields of a rule, as a rule would have it; what is no number stays as it was typed, for the service to refuse. */
export const ruleReaders: Readonly<
  Record<'conditions' | 'action' | 'expiresAt' | 'enabled' | 'dryRun', (form: FormData) => Field>
> = {
  conditions: (form) =>
    Array.from({ length: rowsMax }, (_, index) => `conditions/${index}`).flatMap((row): Field[] => {
      const field = textOf(form, `${row}/field`)
      if (field === '') return []
      if (field === 'score')
        return [{ field, from: numberOf(textOf(form, `${row}/from`), 0), to: numberOf(textOf(form, `${row}/to`), 1) }]
      return [{ field, not: textOf(form, `${row}/not`) === 'true', values: valuesOf(form, `${row}/values`, field) }]
    }),
  action: (form): Field => {
    const type = textOf(form, 'action/type')
    return type === 'DIFFICULTY' ? { type, percent: numberOf(textOf(form, 'action/percent'), '') } : { type }
  },
  expiresAt: (form) => {
    const text = textOf(form, 'expiresAt').trim()
    return text === '' ? null : (fromLocalTime(text, textOf(form, 'zone')) ?? text)
  },
  enabled: (form) => form.has('enabled'),
  dryRun: (form) => form.has('dryRun'),
}

function valuesOf(form: FormData, name: string, field: string): (string | number)[] {
  const texts = [...new Set(form.getAll(name).flatMap((one) => (typeof one === 'string' ? one.split(/[\n,]/u) : [])))]
  const values = texts.map((text) => text.trim()).filter(Boolean)
  if (field === 'asn') return values.map((value) => numberOf(value.replace(/^AS\s*/iu, ''), value))
  if (field === 'country') return values.map((value) => value.toUpperCase())
  if (field === 'language') return values.map((value) => value.toLowerCase())
  // Several lines come back in the order of the contract, whatever was ticked first.
  return field === 'networkKind' ? networkKinds.filter((kind) => values.includes(kind)) : values
}

function numberOf(text: string, empty: number | string): number | string {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return empty
  return Number.isNaN(Number(plain)) ? text : Number(plain)
}
