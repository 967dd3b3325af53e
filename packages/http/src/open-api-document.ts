import type { Route } from '@bollard/contracts'
import { z } from 'zod'
import { describeOperation, type JsonObject, tagOf } from './describe-operation.ts'
import { nameSchemas } from './name-schemas.ts'

export type RouteTable = Readonly<Record<string, Route>>

export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: { title: string; version: string; description: string }
  readonly servers: { url: string }[]
  readonly tags: { name: string }[]
  readonly paths: Record<string, JsonObject>
  readonly components: { schemas: JsonObject; securitySchemes: JsonObject }
}

/**
 * Describes the given routes as OpenAPI 3.1, so that what is documented is what is mounted. `serverUrl` is
 * the public origin of the API, `sessionCookie` the name of the cookie that identity sets.
 */
export function openApiDocument(
  routeTables: readonly RouteTable[],
  options: { serverUrl: string; version: string; sessionCookie?: string },
): OpenApiDocument {
  const routes = routeTables.flatMap((table) => Object.values(table))
  const paths: Record<string, JsonObject> = {}
  const named = nameSchemas(routes)
  const describing = { toSchema, refTo: named.answer }
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeOperation(route, describing) }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Bollard',
      version: options.version,
      description: 'Bot protection. Every refusal is a problem as in RFC 9457 with a stable code.',
    },
    servers: [{ url: options.serverUrl }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: named.usedBy(paths),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: options.sessionCookie ?? 'bollard.session_token',
          description: 'Set by signing in.',
        },
        secretKey: { type: 'http', scheme: 'bearer', description: 'The secret key of a site, for calls of a server.' },
      },
    },
  }
}

/** OpenAPI 3.1 takes JSON Schema as it is; only the dialect need not be repeated in each. */
function toSchema(schema: z.ZodType): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' })
  return rest
}
