import * as contracts from '@bollard/contracts'
import type { Route } from '@bollard/contracts'
import { z } from 'zod'
import type { JsonObject } from './describe-operation.ts'
import { portablePattern } from './portable-pattern.ts'

/** Schemas by the names they have in the document. */
export interface NamedSchemas {
  /** A reference to what a call answers. Throws for a schema that was never named. */
  readonly answer: (schema: z.ZodType) => JsonObject
  /** Of everything that the given part of a document refers to, directly or through others. */
  readonly usedBy: (part: unknown) => JsonObject
}

/** What is worth a type of its own in a generated client; plain texts and numbers are told where they stand. */
const nameable = [z.ZodObject, z.ZodUnion, z.ZodDiscriminatedUnion, z.ZodEnum, z.ZodRecord]
const reference = '#/components/schemas/'

/**
 * Names every schema that the routes answer or take: by its export in the contracts (`siteSchema` is `Site`), or else by the call that
 * answers it. Bodies have the name under which the client takes them. A part that reads otherwise in a body than in an answer, such as one
 * with defaults, ends in `Input` there.
 */
export function nameSchemas(routes: readonly Pick<Route, 'id' | 'body' | 'response'>[]): NamedSchemas {
  const answers = z.registry<{ id: string }>()
  const inputs = z.registry<{ id: string }>()
  for (const [name, schema] of exportedSchemas()) {
    if (!answers.has(schema)) answers.add(schema, { id: name })
  }
  for (const { id, response } of routes) {
    const { schema } = response
    if (schema === null) continue
    const ofCall = id.charAt(0).toUpperCase() + id.slice(1)
    if (!answers.has(schema)) answers.add(schema, { id: `${ofCall}Answer` })
    const items = schema instanceof z.ZodObject ? schema.shape['items'] : schema
    const item = items instanceof z.ZodArray ? items.element : undefined
    if (item instanceof z.ZodObject && !answers.has(item)) answers.add(item, { id: `${ofCall}Item` })
  }
  const aliases: JsonObject = {}
  for (const { body } of routes) {
    if (!body) continue
    const known = inputs.get(body.schema)
    if (known) aliases[body.name] = { $ref: reference + known.id }
    else inputs.add(body.schema, { id: body.name })
  }
  for (const [name, schema] of exportedSchemas()) {
    if (!inputs.has(schema)) inputs.add(schema, { id: `${name}Input` })
  }
  const answered = describe(answers, 'output')
  const all = { ...answered, ...aliases, ...withoutTwins(describe(inputs, 'input'), answered) }
  return {
    answer(schema) {
      const named = answers.get(schema)
      if (!named) throw new Error('The answer of a route has no name in the description')
      return { $ref: reference + named.id }
    },
    usedBy: (part) => collectUsed(all, part),
  }
}

function exportedSchemas(): [string, z.ZodType][] {
  return Object.entries(contracts).flatMap(([name, value]) =>
    name.endsWith('Schema') && nameable.some((kind) => value instanceof kind)
      ? [[name.charAt(0).toUpperCase() + name.slice(1, -'Schema'.length), value as z.ZodType]]
      : [],
  )
}

function describe(registry: z.core.$ZodRegistry<{ id: string }>, io: 'input' | 'output'): JsonObject {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    target: 'draft-2020-12',
    uri: (id) => reference + id,
    override: portablePattern,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _address, ...schema }]) => [name, schema]),
  )
}

/** Leaves out each `<name>Input` that says the same as the answer of that name, and refers to that instead. */
function withoutTwins(inputs: JsonObject, answered: JsonObject): JsonObject {
  const twins = new Set(Object.keys(answered).filter((name) => `${name}Input` in inputs))
  const likeAnswers = (schema: unknown): string =>
    JSON.stringify(schema).replaceAll(/"#\/components\/schemas\/(\w+)Input"/gu, (whole, name: string) =>
      twins.has(name) ? `"${reference}${name}"` : whole,
    )
  // A schema that refers to one that differs, differs itself.
  const differing = () =>
    [...twins].filter((name) => likeAnswers(inputs[`${name}Input`]) !== JSON.stringify(answered[name]))
  for (let found = differing(); found.length > 0; found = differing()) for (const name of found) twins.delete(name)
  const kept = Object.entries(inputs).filter(([name]) => !twins.has(name.replace(/Input$/u, '')))
  return Object.fromEntries(kept.map(([name, schema]) => [name, JSON.parse(likeAnswers(schema))]))
}

function collectUsed(all: JsonObject, part: unknown): JsonObject {
  const used: JsonObject = {}
  const waiting = [part]
  while (waiting.length > 0) {
    for (const [, name = ''] of JSON.stringify(waiting.pop()).matchAll(/"#\/components\/schemas\/(\w+)"/gu)) {
      if (name in used || !(name in all)) continue
      used[name] = all[name]
      waiting.push(all[name])
    }
  }
  return Object.fromEntries(Object.entries(used).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
