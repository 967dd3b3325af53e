import type { CompatOperation, Problem, Route } from '@bollard/contracts'
import { z } from 'zod'
import { compatSecuritySchemes, describeCompat } from './describe-compat.ts'
import { describeOperation, type JsonObject, type OperationExample, problemsOf, tagOf } from './describe-operation.ts'
import { exampleProblems } from './example-problem.ts'
import { nameSchemas } from './name-schemas.ts'
import { portablePattern } from './portable-pattern.ts'
import type { RateLimit } from './rate-limits.ts'

export type RouteTable = Readonly<Record<string, Route>>

/** Whom users of the API write to. */
interface Contact {
  readonly name: string
  readonly email: string
}

export interface DocumentOptions {
  /** The public origin of the API. */
  readonly serverUrl: string
  readonly version: string
  /** The name of the cookie that identity sets. */
  readonly sessionCookie?: string
  readonly contact?: Contact | undefined
  /** Calls in the protocols of other captchas. */
  readonly compatOperations?: readonly CompatOperation[]
  /** One call of each operation by its id, as it was made and answered. */
  readonly examples?: Readonly<Record<string, OperationExample>>
  /** Where a page per problem code lies, `{docsUrl}/errors/{code}`; without it types of problems are URNs. */
  readonly docsUrl?: string | undefined
  /** What limits the calls of each operation, by its id. */
  readonly rateLimits?: Readonly<Record<string, readonly NamedRateLimit[]>>
}

/** A line of the table of a service, by its name there, such as `identity.signUpPerIp`. */
export interface NamedRateLimit extends RateLimit {
  readonly name: string
  /** What is counted, where that is not every call, in words. */
  readonly counts?: string
}

export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: {
    title: string
    version: string
    description: string
    license: { name: string }
    contact?: Contact
  }
  readonly servers: { url: string }[]
  readonly tags: { name: string; description: string }[]
  readonly paths: Record<string, JsonObject>
  readonly components: { schemas: JsonObject; securitySchemes: JsonObject }
  /** One problem of each code, as it is answered. */
  readonly 'x-problems': Readonly<Record<string, Problem>>
}

/** Describes the given routes as OpenAPI 3.1, so that what is documented is what is mounted. */
export function openApiDocument(
  routeTables: readonly RouteTable[],
  {
    serverUrl,
    version,
    sessionCookie,
    contact,
    compatOperations = [],
    examples = {},
    docsUrl,
    rateLimits = {},
  }: DocumentOptions,
): OpenApiDocument {
  const routes = routeTables.flatMap((table) => Object.values(table))
  const paths: Record<string, JsonObject> = {}
  const named = nameSchemas([...routes, ...compatOperations.map(asNamed)])
  const describing = { toSchema, refTo: named.answer }
  for (const route of routes)
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: {
        ...describeOperation(route, describing, examples[route.id]),
        ...limitsOf(rateLimits[route.id]),
      },
    }
  for (const operation of compatOperations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeCompat(operation, describing, examples[operation.id]),
    }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Bollard',
      version,
      description:
        'Bot protection. Every refusal is a problem as in RFC 9457 with a stable code. Examples are answers of the running API; ids, times and secrets in them are made up, and lists are cut short.',
      license: { name: 'Proprietary' },
      ...(contact ? { contact } : {}),
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name, description: tagTexts[name] ?? name })),
    paths,
    components: {
      schemas: named.usedBy(paths),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie ?? 'bollard.session_token',
          description: 'Set by signing in.',
        },
        secretKey: { type: 'http', scheme: 'bearer', description: 'The secret key of a site, for calls of a server.' },
        ...(compatOperations.length > 0 ? compatSecuritySchemes : {}),
      },
    },
    'x-problems': exampleProblems(routes.flatMap(problemsOf), docsUrl),
  }
}

function limitsOf(limits: readonly NamedRateLimit[] = []): JsonObject {
  if (limits.length === 0) return {}
  return { 'x-rate-limits': limits.map(({ counted: _store, ...limit }) => limit) }
}

const tagTexts: Readonly<Record<string, string>> = {
  identity: 'Accounts, sessions and the security of people.',
  solution: 'Solutions, organizations, members, plans and invoices.',
  captcha: 'Sites, their settings and figures, and what widgets and servers call.',
  contact: 'Messages to the operator, replies, and demos.',
}

function asNamed({ id, body, answer }: CompatOperation): Pick<Route, 'id' | 'body' | 'response'> {
  return { id, ...(body ? { body } : {}), response: { status: 200, schema: answer } }
}

/** OpenAPI 3.1 takes JSON Schema as it is; only the dialect need not be repeated in each. */
function toSchema(schema: z.ZodType): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    override: portablePattern,
  })
  return rest
}
