import type { FaultField } from '../fault.ts'
import type { Schema } from './operations.ts'

/**
 * Faults of a value by a schema of the contracts, with JSON pointers; empty for a good one. Knows the words that the contracts use and
 * says `schema-unknown` for any other, so that nothing passes for want of a check. A format is left to the service, save where the schema
 * has a pattern for it.
 */
export function checkSchema(schema: Schema, value: unknown, pointer = ''): FaultField[] {
  const faults: FaultField[] = []
  for (const [word, expected] of Object.entries(schema)) {
    const check = checks[word]
    if (check === undefined) faults.push({ pointer, code: `schema-unknown:${word}` })
    else faults.push(...check(expected, value, pointer, schema))
  }
  return faults
}

type Check = (expected: unknown, value: unknown, pointer: string, schema: Schema) => FaultField[]

const nothing: Check = () => []
const one = (pointer: string, code: string): FaultField[] => [{ pointer, code }]
/** A rule for values of one type; others are refused by `type`. */
const ofText =
  (code: string, holds: (text: string, expected: never) => boolean): Check =>
  (expected, value, pointer) =>
    typeof value !== 'string' || holds(value, expected as never) ? [] : one(pointer, code)
const ofNumber =
  (code: string, holds: (value: number, expected: number) => boolean): Check =>
  (expected, value, pointer) =>
    typeof value !== 'number' || holds(value, Number(expected)) ? [] : one(pointer, code)
const ofList =
  (code: string, holds: (list: readonly unknown[], expected: number) => boolean): Check =>
  (expected, value, pointer) =>
    !Array.isArray(value) || holds(value, Number(expected)) ? [] : one(pointer, code)

const checks: Readonly<Record<string, Check>> = {
  type: (expected, value, pointer) => (isOfType(value, expected) ? [] : one(pointer, 'invalid-type')),
  const: (expected, value, pointer) => (value === expected ? [] : one(pointer, 'invalid-value')),
  enum: (expected, value, pointer) =>
    Array.isArray(expected) && expected.includes(value) ? [] : one(pointer, 'invalid-value'),
  minLength: ofText('too-small', (text, min: number) => text.length >= min),
  maxLength: ofText('too-big', (text, max: number) => text.length <= max),
  pattern: ofText('invalid-format', (text, pattern: string) => new RegExp(pattern, 'u').test(text)),
  minimum: ofNumber('too-small', (value, min) => value >= min),
  maximum: ofNumber('too-big', (value, max) => value <= max),
  exclusiveMinimum: ofNumber('too-small', (value, min) => value > min),
  exclusiveMaximum: ofNumber('too-big', (value, max) => value < max),
  multipleOf: ofNumber('not-multiple', (value, step) => Math.abs(value / step - Math.round(value / step)) < 1e-9),
  minItems: ofList('too-small', (list, min) => list.length >= min),
  maxItems: ofList('too-big', (list, max) => list.length <= max),
  items: (expected, value, pointer) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => checkSchema(expected as Schema, item, `${pointer}/${index}`))
      : [],
  properties: (expected, value, pointer) =>
    Object.entries(isObject(value) ? (expected as Record<string, Schema>) : {}).flatMap(([name, inner]) =>
      isObject(value) && Object.hasOwn(value, name) ? checkSchema(inner, value[name], below(pointer, name)) : [],
    ),
  required: (expected, value, pointer) =>
    !isObject(value) || !Array.isArray(expected)
      ? []
      : expected
          .filter((name) => !Object.hasOwn(value, name))
          .map((name) => ({ pointer: below(pointer, name), code: 'required' })),
  additionalProperties: (expected, value, pointer, schema) => {
    if (!isObject(value)) return []
    const known = Object.keys((schema['properties'] ?? {}) as object)
    const others = Object.keys(value).filter((name) => !known.includes(name))
    if (expected === false) return others.map((name) => ({ pointer: below(pointer, name), code: 'unknown-field' }))
    return others.flatMap((name) => checkSchema(expected as Schema, value[name], below(pointer, name)))
  },
  propertyNames: (expected, value, pointer) =>
    Object.keys(isObject(value) ? value : {}).flatMap((name) =>
      checkSchema(expected as Schema, name, below(pointer, name)),
    ),
  allOf: (expected, value, pointer) => (expected as Schema[]).flatMap((part) => checkSchema(part, value, pointer)),
  anyOf: alternatives,
  oneOf: alternatives,
  format: nothing,
  default: nothing,
  description: nothing,
  title: nothing,
}

/** What a schema may say. */
export const schemaWords: readonly string[] = Object.keys(checks)

/** The faults of the alternative that comes nearest, which for objects is the one whose constant fits. */
function alternatives(expected: unknown, value: unknown, pointer: string): FaultField[] {
  const tried = (expected as Schema[]).map((schema) => checkSchema(schema, value, pointer))
  if (tried.some((faults) => faults.length === 0)) return []
  const near = tried.filter((faults) => !faults.some(({ code }) => code === 'invalid-value' || code === 'invalid-type'))
  return near.length === 1 ? (near[0] ?? []) : one(pointer, 'invalid-value')
}

function isOfType(value: unknown, type: unknown): boolean {
  if (Array.isArray(type)) return type.some((one) => isOfType(value, one))
  switch (type) {
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function below(pointer: string, name: unknown): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
