import type { MonitoringCheck, ProbedCheck } from '@bollard/contracts'
import { type FieldError, ProblemError } from '@bollard/http'

type Form = (MonitoringCheck | ProbedCheck) & { readonly kind: 'FORM' }

/** What a check types into a form is kept as one secret: names and values as JSON. A form without its values, and those that it brought. */
export function splitValues(check: Form): { readonly config: Form; readonly secret: string | null } {
  const { fields } = check.target
  const given = fields.flatMap(({ name, value }) => (value === null ? [] : [[name, value]]))
  const hidden = fields.map(({ name }) => ({ name, value: null }))
  const config = { ...check, target: { ...check.target, fields: hidden } }
  return { config, secret: given.length === 0 ? null : JSON.stringify(given) }
}

/** The form with its values: those that it brings, and those that are kept for the others; empty where there is neither. */
export function joinValues(check: Form, secret: string | null): Form {
  const kept = readValues(secret)
  const fields = check.target.fields.map(({ name, value }) => ({ name, value: value ?? kept.get(name) ?? '' }))
  return { ...check, target: { ...check.target, fields } }
}

/**
 * What is to be kept of a form's values: those that were given, and for each other field the one that is known. Null for a form without
 * fields. Throws `validation-failed` with the fields that have neither.
 */
export function sumOfValues({ target: { fields } }: Form, given: string | null, known: string | null): string | null {
  const values = new Map([...readValues(known), ...readValues(given)])
  const errors = fields.flatMap(({ name }, index): FieldError[] =>
    values.has(name) ? [] : [{ pointer: `/check/target/fields/${index}/value`, code: 'required' }],
  )
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
  return fields.length === 0 ? null : JSON.stringify(fields.map(({ name }) => [name, values.get(name)]))
}

function readValues(secret: string | null): ReadonlyMap<string, string> {
  const pairs: [string, string][] = secret === null ? [] : JSON.parse(secret)
  return new Map(pairs)
}
