import { type ProblemCode, problemStatus, refusalsOf, type Role, type Route, type Rule } from '@bollard/contracts'
import type { z } from 'zod'
import { problemText } from './problem-text.ts'

export type JsonObject = { [name: string]: unknown }
/** A call as it was made and answered. */
export interface OperationExample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  /** Left out without a body. */
  readonly mediaType?: string
  /** Left out for files that say nothing to readers, such as PDF; of a stream the data of its first event. */
  readonly answer?: unknown
}

/** How schemas are written: parameters where they stand, answers as references to what has a name. */
export interface Describing {
  readonly toSchema: (schema: z.ZodType) => JsonObject
  readonly refTo: (schema: z.ZodType) => JsonObject
}

/** One operation of the document. */
export function describeOperation(
  route: Route,
  { toSchema, refTo }: Describing,
  example: OperationExample | undefined,
): JsonObject {
  return {
    operationId: route.id,
    summary: route.summary,
    ...describeAccess(route),
    'x-access': route.access,
    tags: [tagOf(route)],
    security: security(route),
    parameters: [
      ...parameters(route.params, 'path', toSchema, example?.params),
      ...parameters(route.query, 'query', toSchema, example?.query),
      ...(route.repeatable ? [idempotencyKey] : []),
    ],
    ...(route.body
      ? {
          requestBody: {
            required: !route.body.optional,
            content: bodyContent(route.body.name, route.body.forms, example?.body),
          },
        }
      : {}),
    responses: withAnswer({ [route.response.status]: answer(route, refTo), ...refusals(route) }, example),
  }
}

/** What a route may refuse with: what its table lists, and what follows from its shape. */
export function problemsOf(route: Route): ProblemCode[] {
  const codes = new Set<ProblemCode>([...route.problems, ...refusalsOf(route.access)])
  if (route.params || route.query) codes.add('invalid-parameter')
  if (route.body)
    for (const code of ['malformed-json', 'unknown-field', 'too-large', 'media-type', 'validation-failed'] as const)
      codes.add(code)
  if (route.access.audience === 'session') codes.add('unauthenticated').add('rate-limited')
  if (route.access.audience === 'session' && route.method !== 'GET') codes.add('cross-site-request')
  // What strangers may not do or see, administrators of the deployment may only with a second factor.
  if (route.access.audience === 'session' && (codes.has('forbidden') || codes.has('not-found')))
    codes.add('second-factor-needed')
  return [...codes.add('internal').add('unavailable')]
}

/** The service a route belongs to: the first part of its path. */
export function tagOf(route: Route): string {
  return route.path.split('/')[1] ?? ''
}

function security(route: Route): JsonObject[] {
  switch (route.access.audience) {
    case 'public':
      return []
    case 'session':
      return route.access.scope === undefined ? [{ session: [] }] : [{ session: [] }, { secretKey: [] }]
    case 'secret-key':
      return [{ secretKey: [] }]
  }
}

export function parameters(
  object: z.ZodObject | undefined,
  place: 'path' | 'query',
  toSchema: Describing['toSchema'],
  examples: Readonly<Record<string, string>> = {},
): JsonObject[] {
  if (!object) return []
  const schema = toSchema(object)
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: property,
    ...(name in examples ? { example: typedExample(property, examples[name] ?? '') } : {}),
  }))
}

/** Of a text in an address the value that its schema is about. */
function typedExample({ type }: JsonObject, text: string): string | number | boolean {
  if (type === 'integer' || type === 'number') return Number(text)
  return type === 'boolean' ? text === 'true' : text
}

/** The responses with the example at the one that it is of. */
export function withAnswer(responses: Record<string, JsonObject>, example: OperationExample | undefined): JsonObject {
  const { status, mediaType = '', answer: told } = example ?? {}
  const response = responses[String(status)]
  const contents = response?.['content'] as Record<string, JsonObject> | undefined
  if (told === undefined || contents?.[mediaType] === undefined) return responses
  const content = { ...contents, [mediaType]: { ...contents[mediaType], example: told } }
  return { ...responses, [String(status)]: { ...response, content } }
}

/** A body of the given name: JSON, and where forms are taken, the same fields in one. */
export function bodyContent(name: string, forms = false, example?: unknown): JsonObject {
  const types = ['application/json', ...(forms ? ['application/x-www-form-urlencoded', 'multipart/form-data'] : [])]
  return Object.fromEntries(
    types.map((type) => [
      type,
      { schema: { $ref: `#/components/schemas/${name}` }, ...(example === undefined ? {} : { example }) },
    ]),
  )
}

function answer(route: Route, refTo: Describing['refTo']): JsonObject {
  const { schema, stream, mediaTypes } = route.response
  if (schema === null) return { description: 'Done; no body.' }
  if (mediaTypes !== undefined)
    return {
      description: 'A file.',
      content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string' } }])),
    }
  const mediaType = stream ? 'text/event-stream' : 'application/json'
  const description = stream ? 'Server-sent events; the data of each is as described.' : 'Done.'
  return { description, content: { [mediaType]: { schema: refTo(schema) } } }
}

function refusals(route: Route): Record<string, JsonObject> {
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

const idempotencyKey: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Chosen by the caller. The same call with the same key has one effect and one answer for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const byRole: Readonly<Record<Role, string>> = {
  VIEWER: 'Every member',
  MEMBER: 'Members and admins',
  ADMIN: 'Admins',
}

/** Who may call, in words, so that no summary has to say it. */
function describeAccess({ access, repeatable }: Route): { description?: string } {
  const secrets = repeatable?.secrets?.map((name) => `\`${name}\``).join(' and ')
  const sentences = [
    access.audience === 'session' ? whoMayCall(access) : null,
    access.scope ? `API keys with the scope \`${access.scope}\` may call as well.` : null,
    access.verified ? 'Needs a confirmed e-mail address.' : null,
    access.unlocked ? 'Refused while the solution is read-only.' : null,
    access.factor ? 'Once a second factor is due, only people who have one may call.' : null,
    access.proof ? 'People need a proof of at most ten minutes ago.' : null,
    secrets ? `In a repeated answer ${secrets} ${repeatable?.secrets?.length === 1 ? 'is' : 'are'} empty.` : null,
  ].filter((sentence) => sentence !== null)
  return sentences.length > 0 ? { description: sentences.join(' ') } : {}
}

function whoMayCall({ role, operator }: Rule): string {
  if (operator === 'only') return 'Administrators of the installation only.'
  if (role === undefined) return 'Everybody who is signed in.'
  if (operator === 'also') return `${byRole[role]}, and administrators of the installation.`
  return role === 'VIEWER' ? `${byRole[role]}.` : `${byRole[role]} only.`
}
