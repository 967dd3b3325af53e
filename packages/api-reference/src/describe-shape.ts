import type { Schema } from './description.ts'
import { factsOf } from './facts-of-schema.ts'

/** What a value looks like, in words. */
export interface Shape {
  /** Such as `string`, `array of objects` or `integer or null`. */
  readonly type: string
  /** Name of the schema in the OpenAPI document, where it has one. */
  readonly schema?: string
  readonly description?: string
  /** Formats, bounds and the default, each a few words. */
  readonly facts: readonly string[]
  /** The only values it can have, as JSON without quotation marks around texts. */
  readonly values: readonly string[]
  /** Of an object, or of each object in a list. */
  readonly fields: readonly Field[]
  /** Objects of which it is one, each with the value that tells it apart. */
  readonly variants: readonly Variant[]
}

export interface Field extends Shape {
  readonly name: string
  readonly required: boolean
}

export interface Variant extends Shape {
  /** Such as `status: passed`. */
  readonly label: string
}

export type Resolve = (reference: string) => { readonly name: string; readonly schema: Schema }

/** Writes a schema for people. A schema inside itself is named and not written again. */
export function describeShape(schema: Schema, resolve: Resolve, inside: readonly string[] = []): Shape {
  if (schema.$ref !== undefined) {
    const { name, schema: target } = resolve(schema.$ref)
    if (inside.includes(name)) return { ...plain('object'), schema: name, facts: ['as above'] }
    return { ...describeShape(target, resolve, [...inside, name]), schema: name }
  }
  const { anyOf, oneOf, allOf, ...rest } = schema
  if (allOf !== undefined) return withRest(merged(rest, allOf), resolve, inside)
  const choices = oneOf ?? anyOf
  return choices === undefined ? withRest(rest, resolve, inside) : choiceOf(rest, choices, resolve, inside)
}

function choiceOf(rest: Schema, choices: readonly Schema[], resolve: Resolve, inside: readonly string[]): Shape {
  const values = choices.filter(({ type }) => type !== 'null')
  const orNull = values.length < choices.length ? ' or null' : ''
  const shapes = values.map((choice) => describeShape(choice, resolve, inside))
  const [only] = shapes
  const own = { ...(rest.description === undefined ? {} : { description: rest.description }), more: factsOf(rest) }
  if (shapes.length === 1 && only !== undefined) {
    const { more, ...description } = own
    return { ...only, ...description, type: only.type + orNull, facts: [...only.facts, ...more] }
  }
  const { more, ...description } = own
  const areObjects = shapes.every(({ fields }) => fields.length > 0)
  if (areObjects)
    return {
      ...plain(`object${orNull}`),
      ...description,
      facts: more,
      variants: shapes.map((shape) => ({ ...shape, label: labelOf(shape) })),
    }
  const types = [...new Set(shapes.map(({ type }) => type))]
  // Texts of which each may have another format: one of them holds.
  const facts = [...new Set(shapes.flatMap((shape) => shape.facts.join(', ') || []))]
  return {
    ...plain(types.join(' or ') + orNull),
    ...description,
    facts: [...(facts.length > 0 ? [facts.join(' or ')] : []), ...more],
    values: shapes.flatMap((shape) => shape.values),
    fields: shapes.flatMap((shape) => shape.fields),
  }
}

/** What tells an object apart from its siblings: its fields with a single value. */
function labelOf({ fields, schema = 'object' }: Shape): string {
  const fixed = fields.filter(({ values, required }) => required && values.length === 1)
  return fixed.length === 0 ? schema : fixed.map(({ name, values }) => `${name}: ${values[0]}`).join(', ')
}

function withRest(schema: Schema, resolve: Resolve, inside: readonly string[]): Shape {
  const description = schema.description === undefined ? {} : { description: schema.description }
  const facts = factsOf(schema)
  if (schema.items !== undefined) {
    const item = describeShape(schema.items, resolve, inside)
    return {
      ...item,
      ...description,
      type: `array of ${plural(item.type)}`,
      facts: [...facts, ...item.facts.map((fact) => `each ${fact}`)],
    }
  }
  const values = valuesOf(schema)
  return {
    type: typeOf(schema, values),
    ...description,
    facts,
    values: values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
    fields: fieldsOf(schema, resolve, inside),
    variants: [],
  }
}

function fieldsOf(schema: Schema, resolve: Resolve, inside: readonly string[]): Field[] {
  const required = new Set(schema.required)
  const named = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    ...describeShape(property, resolve, inside),
    name,
    required: required.has(name),
  }))
  const { additionalProperties: others, propertyNames } = schema
  if (typeof others !== 'object') return named
  const keys = propertyNames === undefined ? [] : factsOf(propertyNames)
  const known = propertyNames?.enum?.map(String) ?? []
  const shape = describeShape(others, resolve, inside)
  const about = [...keys, ...(known.length > 0 ? [`name: ${known.join(', ')}`] : [])]
  return [...named, { ...shape, facts: [...about, ...shape.facts], name: 'any name', required: false }]
}

function valuesOf({ enum: listed, const: fixed }: Schema): readonly unknown[] {
  return listed ?? (fixed === undefined ? [] : [fixed])
}

function typeOf({ type, properties, additionalProperties }: Schema, values: readonly unknown[]): string {
  if (typeof type === 'string') return type
  if (type !== undefined) return type.join(' or ')
  if (properties !== undefined || additionalProperties !== undefined) return 'object'
  const kinds = new Set(values.map((value) => (value === null ? 'null' : typeof value)))
  return kinds.size > 0 ? [...kinds].join(' or ') : 'any value'
}

/** One schema that asks for everything that the parts ask for. */
function merged(rest: Schema, parts: readonly Schema[]): Schema {
  const patterns = [rest, ...parts].flatMap(({ pattern }) => pattern ?? [])
  const all: Schema = Object.assign({}, rest, ...parts)
  // The last one says the most: the first of several only keeps control characters out.
  const pattern = patterns.at(-1)
  return pattern === undefined ? all : { ...all, pattern }
}

function plural(type: string): string {
  return type
    .split(' or ')
    .map((one) => (/^(?:null|any value|array\b.*)$/u.test(one) ? one : `${one}s`))
    .join(' or ')
}

const plain = (type: string): Shape => ({ type, facts: [], values: [], fields: [], variants: [] })
