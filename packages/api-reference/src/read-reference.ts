import { areaOf, areas, services } from './areas.ts'
import type {
  Access,
  DescribedMedia,
  DescribedOperation,
  Description,
  Problem,
  RateLimitOfCall,
  Schema,
} from './description.ts'
import { describeShape, type Field, type Resolve, type Shape } from './describe-shape.ts'
import { titleOf } from './title-of.ts'

export interface Parameter extends Field {
  readonly in: 'path' | 'query' | 'header'
  readonly example?: string | number | boolean
}

/** How a call proves who makes it. */
export type Credentials = 'none' | 'session' | 'key' | 'session-or-key' | 'friendly-captcha' | 'trustcaptcha'

export interface Answer {
  readonly status: number
  readonly description: string
  readonly mediaTypes: readonly string[]
  /** Left out where there is no body, or one that is a file. */
  readonly shape?: Shape
}

/** A call as it was made and answered. */
export interface Example {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  readonly mediaType?: string
  readonly answer?: unknown
}

export interface Operation {
  readonly id: string
  readonly title: string
  readonly method: string
  readonly path: string
  readonly service: string
  readonly area: string
  readonly summary: string
  /** Who may call, in sentences. */
  readonly conditions: string
  readonly access: Access
  readonly credentials: Credentials
  readonly rateLimits: readonly RateLimitOfCall[]
  readonly parameters: readonly Parameter[]
  readonly body?: { readonly required: boolean; readonly mediaTypes: readonly string[]; readonly shape: Shape }
  /** Those that are no problems, the successful one first. */
  readonly answers: readonly Answer[]
  /** Codes of the problems it can answer, by status. */
  readonly problems: readonly { readonly status: number; readonly codes: readonly string[] }[]
  readonly example: Example
}

export interface Group {
  readonly service: string
  readonly about: string
  readonly areas: readonly { readonly title: string; readonly operations: readonly Operation[] }[]
}

export interface Reference {
  readonly serverUrl: string
  readonly version: string
  readonly operations: ReadonlyMap<string, Operation>
  readonly groups: readonly Group[]
  /** One problem of each code, as the API answers it, by code. */
  readonly problems: ReadonlyMap<string, Problem>
}

const known = new WeakMap<object, Reference>()

/** Reads the document once; the same document gives the same reference. */
export function readReference(description: Description): Reference {
  const before = known.get(description)
  if (before !== undefined) return before
  const { schemas } = description.components
  const resolve: Resolve = (reference) => {
    const name = reference.slice(reference.lastIndexOf('/') + 1)
    const schema = schemas[name]
    if (schema === undefined) throw new Error(`The description has no schema ${name}`)
    return { name, schema: schema as Schema }
  }
  const operations = new Map(
    Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, DescribedOperation>).map(
        ([method, operation]) =>
          [operation.operationId, readOperation(method.toUpperCase(), path, operation, resolve)] as const,
      ),
    ),
  )
  const reference: Reference = {
    serverUrl: description.servers[0]?.url ?? '',
    version: description.info.version,
    operations,
    groups: groupsOf([...operations.values()]),
    problems: new Map(Object.entries(description['x-problems'])),
  }
  known.set(description, reference)
  return reference
}

function readOperation(method: string, path: string, described: DescribedOperation, resolve: Resolve): Operation {
  const { operationId: id, summary, description = '', parameters, requestBody, responses } = described
  const { service, title: area } = areaOf(path)
  const media = Object.entries(requestBody?.content ?? {})
  const [, firstMedia] = media[0] ?? []
  return {
    id,
    title: titleOf(id),
    method,
    path,
    service,
    area,
    summary,
    conditions: description,
    access: described['x-access'],
    credentials: credentialsOf(described),
    rateLimits: described['x-rate-limits'] ?? [],
    parameters: parameters.map(({ name, in: place, required, schema, description: about, example }) => ({
      ...describeShape(about === undefined ? schema : { ...schema, description: about }, resolve),
      name,
      required,
      in: place,
      ...(example === undefined ? {} : { example }),
    })),
    ...(requestBody && firstMedia?.schema
      ? {
          body: {
            required: requestBody.required,
            mediaTypes: media.map(([type]) => type),
            shape: describeShape(firstMedia.schema, resolve),
          },
        }
      : {}),
    answers: answersOf(responses, resolve),
    problems: problemsOf(responses),
    example: exampleOf(described),
  }
}

function credentialsOf({ security }: DescribedOperation): Credentials {
  const names = security.flatMap((entry) => Object.keys(entry))
  if (names.includes('friendlyCaptchaKey')) return 'friendly-captcha'
  if (names.includes('trustcaptchaKey')) return 'trustcaptcha'
  if (names.includes('session')) return names.includes('secretKey') ? 'session-or-key' : 'session'
  return names.includes('secretKey') ? 'key' : 'none'
}

function answersOf(responses: DescribedOperation['responses'], resolve: Resolve): Answer[] {
  return Object.entries(responses)
    .filter(([, { content = {} }]) => !('application/problem+json' in content))
    .map(([status, { description, content = {} }]) => {
      const mediaTypes = Object.keys(content)
      const schema = (Object.values(content)[0] as DescribedMedia | undefined)?.schema
      const isFile = schema?.type === 'string'
      return {
        status: Number(status),
        description,
        mediaTypes,
        ...(schema === undefined || isFile ? {} : { shape: describeShape(schema, resolve) }),
      }
    })
}

function problemsOf(responses: DescribedOperation['responses']): Operation['problems'] {
  return Object.entries(responses).flatMap(([status, { content = {} }]) => {
    const schema = content['application/problem+json']?.schema
    const codes = schema?.allOf?.flatMap(({ properties }) => properties?.['code']?.enum ?? []) ?? []
    return codes.length === 0 ? [] : [{ status: Number(status), codes: codes.map(String) }]
  })
}

function exampleOf(described: DescribedOperation): Example {
  const { parameters, requestBody, responses } = described
  const of = (place: string) =>
    Object.fromEntries(
      parameters.flatMap(({ name, in: where, example }) =>
        where === place && example !== undefined ? [[name, String(example)]] : [],
      ),
    )
  const body = Object.values(requestBody?.content ?? {})[0]?.example
  const answered = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).flatMap(([mediaType, { example }]) =>
      example === undefined ? [] : [{ status: Number(status), mediaType, answer: example }],
    ),
  )
  const [status = '200', success] = Object.entries(responses)[0] ?? []
  const [mediaType] = Object.keys(success?.content ?? {})
  return {
    params: of('path'),
    query: of('query'),
    ...(body === undefined ? {} : { body }),
    ...(answered[0] ?? { status: Number(status), ...(mediaType === undefined ? {} : { mediaType }) }),
  }
}

function groupsOf(operations: readonly Operation[]): Group[] {
  return Object.entries(services).map(([service, about]) => ({
    service,
    about,
    areas: areas
      .filter((area) => area.service === service)
      .map(({ title, first }) => ({
        title,
        operations: operations
          .filter((one) => one.service === service && one.area === title)
          .toSorted((one, other) => Number(other.id === first) - Number(one.id === first)),
      }))
      .filter((area) => area.operations.length > 0),
  }))
}
