import type { ProblemCode, Route } from '@bollard/contracts'
import { problemStatus } from '@bollard/contracts'
import type { z } from 'zod'
import { problemText } from './problem-text.ts'

export type JsonObject = { [name: string]: unknown }
type ToSchema = (schema: z.ZodType, io: 'input' | 'output') => JsonObject

/** One operation of the document. */
export function describeOperation(route: Route, toSchema: ToSchema): JsonObject {
  return {
    operationId: route.id,
    summary: route.summary,
    tags: [tagOf(route)],
    security: security(route),
    parameters: [...parameters(route.params, 'path', toSchema), ...parameters(route.query, 'query', toSchema)],
    ...(route.body
      ? {
          requestBody: {
            required: !route.body.optional,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${route.body.name}` } } },
          },
        }
      : {}),
    responses: { [route.response.status]: answer(route, toSchema), ...refusals(route) },
  }
}

/** What a route may refuse with: what its table lists, and what follows from its shape. */
export function problemsOf(route: Route): ProblemCode[] {
  const codes = new Set<ProblemCode>(route.problems)
  if (route.params || route.query) codes.add('invalid-parameter')
  if (route.body)
    for (const code of ['malformed-json', 'unknown-field', 'too-large', 'media-type', 'validation-failed'] as const)
      codes.add(code)
  if (route.audience === 'session') codes.add('unauthenticated').add('rate-limited')
  if (route.audience === 'session' && route.method !== 'GET') codes.add('cross-site-request')
  // What strangers may not do or see, administrators of the deployment may only with a second factor.
  if (route.audience === 'session' && (codes.has('forbidden') || codes.has('not-found')))
    codes.add('second-factor-needed')
  return [...codes.add('internal').add('unavailable')]
}

/** The service a route belongs to: the first part of its path. */
export function tagOf(route: Route): string {
  return route.path.split('/')[1] ?? ''
}

function security(route: Route): JsonObject[] {
  switch (route.audience) {
    case 'public':
      return []
    case 'session':
      return [{ session: [] }]
    case 'secret-key':
      return [{ secretKey: [] }]
  }
}

function parameters(object: z.ZodObject | undefined, place: 'path' | 'query', toSchema: ToSchema): JsonObject[] {
  if (!object) return []
  const schema = toSchema(object, 'input')
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  return Object.entries(schema['properties'] ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: property,
  }))
}

function answer(route: Route, toSchema: ToSchema): JsonObject {
  const { schema, stream, mediaTypes } = route.response
  if (schema === null) return { description: 'Done; no body.' }
  if (mediaTypes !== undefined)
    return {
      description: 'A file.',
      content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string' } }])),
    }
  const mediaType = stream ? 'text/event-stream' : 'application/json'
  const description = stream ? 'Server-sent events; the data of each is as described.' : 'Done.'
  return { description, content: { [mediaType]: { schema: toSchema(schema, 'output') } } }
}

function refusals(route: Route): JsonObject {
  const byStatus = Map.groupBy(problemsOf(route), (code) => problemStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${problemText[code].detail}`).join('\n\n'),
        content: {
          'application/problem+json': {
            schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }] },
          },
        },
      },
    ]),
  )
}
