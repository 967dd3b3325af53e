import { expect, test } from 'vitest'
import type { Schema } from './description.ts'
import { describeShape, type Field } from './describe-shape.ts'

const schemas: Readonly<Record<string, Schema>> = {
  Person: {
    type: 'object',
    properties: { name: { type: 'string' }, friend: { $ref: '#/Person' } },
    required: ['name'],
  },
}
const shapeOf = (schema: Schema) =>
  describeShape(schema, (reference) => {
    const name = reference.slice(2)
    return { name, schema: schemas[name] ?? {} }
  })
const summaryOf = ({ name, required, type, facts, values }: Field) =>
  [`${name}${required ? '' : '?'}: ${type}`, ...facts, ...values].join(' · ')

test('fields have types, formats, bounds and defaults in words', () => {
  const { fields } = shapeOf({
    type: 'object',
    required: ['id', 'role', 'kind'],
    properties: {
      id: { type: 'string', format: 'uuid', pattern: '^…$' },
      role: { enum: ['ADMIN', 'VIEWER'], type: 'string' },
      kind: { const: 'x', type: 'string' },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      count: { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      code: { type: 'string', pattern: String.raw`^\d{6}$` },
      odd: { type: 'string', pattern: '^[a-f]+$' },
      title: { type: 'string', minLength: 1, maxLength: 64 },
      country: { type: 'string', minLength: 2, maxLength: 2 },
      note: { anyOf: [{ type: 'string', maxLength: 1 }, { type: 'null' }], default: null },
      tags: { type: 'array', maxItems: 3, items: { type: 'string', minLength: 2 } },
      step: { type: 'number', minimum: 0.2, multipleOf: 0.01 },
      either: { type: ['string', 'number'] },
      nets: {
        type: 'array',
        items: {
          anyOf: [
            { type: 'string', format: 'cidrv4' },
            { type: 'string', format: 'cidrv6' },
          ],
        },
      },
      path: { type: 'string', allOf: [{ pattern: String.raw`^[^\u0000-\u001f]*$` }, { pattern: String.raw`^\/.*` }] },
      big: { type: 'object', default: { text: 'a'.repeat(80) } },
    },
  })
  expect(fields.map(summaryOf)).toEqual([
    'id: string · UUID',
    'role: string · ADMIN · VIEWER',
    'kind: string · x',
    'limit?: integer · 1 to 100 · default 20',
    'count?: integer',
    'code?: string · six digits',
    'odd?: string · pattern ^[a-f]+$',
    'title?: string · 1 to 64 characters',
    'country?: string · exactly 2 characters',
    'note?: string or null · at most 1 character · default null',
    'tags?: array of strings · at most 3 entries · each at least 2 characters',
    'step?: number · at least 0.2 · in steps of 0.01',
    'either?: string or number',
    'nets?: array of strings · each IPv4 network or IPv6 network',
    'path?: string · begins with /',
    'big?: object · has a default',
  ])
})

test('objects and lists of them have their fields inside', () => {
  const inner: Schema = { type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'] }
  const { fields } = shapeOf({
    type: 'object',
    properties: { one: inner, many: { type: 'array', items: inner }, none: { anyOf: [inner, { type: 'null' }] } },
  })
  for (const field of fields) expect(field.fields.map(summaryOf), field.name).toEqual(['a: boolean'])
  expect(fields.map(({ type }) => type)).toEqual(['object', 'array of objects', 'object or null'])
})

test('a schema inside itself is named once more and not written again', () => {
  const shape = shapeOf({ $ref: '#/Person' })
  expect(shape).toMatchObject({ schema: 'Person', type: 'object' })
  expect(shape.fields.map(summaryOf)).toEqual(['name: string', 'friend?: object · as above'])
})

test('choices between objects are told apart by what is fixed in them', () => {
  const choice = (status: string, more: Readonly<Record<string, Schema>>): Schema => ({
    type: 'object',
    required: ['status'],
    properties: { status: { type: 'string', const: status }, ...more },
  })
  const { type, variants } = shapeOf({
    oneOf: [choice('passed', { token: { type: 'string' } }), choice('refused', {}), { type: 'null' }],
  })
  expect(type).toBe('object or null')
  expect(variants.map(({ label, fields }) => [label, fields.map(({ name }) => name)])).toEqual([
    ['status: passed', ['status', 'token']],
    ['status: refused', ['status']],
  ])
})

test('names that are free are a field of their own', () => {
  const { fields } = shapeOf({
    type: 'object',
    propertyNames: { type: 'string', pattern: '^[a-z]{2}$' },
    additionalProperties: { type: 'integer', minimum: 0 },
  })
  expect(fields.map(summaryOf)).toEqual(['any name?: integer · two small letters · at least 0'])
})
