import { type Route, routeTables } from '@bollard/contracts'
import { portablePattern } from '@bollard/http'
import { z } from 'zod'

type Schema = Readonly<Record<string, unknown>>

/** One call as the command line and the MCP server know it; the shape that `client/cli/src/operations/operations.ts` reads. */
export interface DescribedOperation {
  readonly id: string
  readonly service: string
  readonly method: Route['method']
  readonly path: string
  readonly summary: string
  readonly audience: 'session' | 'secret-key'
  /** API keys with this scope may call as well as people. */
  readonly scope?: string
  readonly role?: string
  readonly operatorOnly?: true
  /** People need to have proved who they are within ten minutes. */
  readonly proof?: true
  /** Takes an `Idempotency-Key`. */
  readonly repeatable?: true
  /** Changes nothing, whatever its method. */
  readonly readOnly?: true
  /** Overwrites, ends or deletes something. */
  readonly destructive?: true
  /** Names of fields, sent or answered, that hold a secret. */
  readonly secrets?: readonly string[]
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: { readonly schema: Schema; readonly optional?: true }
  readonly answer: 'nothing' | 'json' | 'page' | 'events' | 'file'
  /** Fields of the answer, or of its items, that fit a table. */
  readonly columns?: readonly string[]
}

/**
 * Every call that a person or an API key can make; the public ones belong to visitors' browsers and to links in mails. Read from the
 * contracts, so that a new call is a new command.
 */
export function describeOperations(): DescribedOperation[] {
  return routeTables.flatMap((table) => Object.values(table)).flatMap((route) => describe(route))
}

function describe(route: Route): DescribedOperation[] {
  const { id, method, path, summary, access, params, query, body, response, repeatable } = route
  const { audience } = access
  if (audience === 'public') return []
  const answered = response.schema === null ? {} : toSchema(response.schema, 'output')
  const sent = body ? toSchema(body.schema, 'input') : {}
  // A code that is sent proves a second factor; those of answers, and of entries of a list, name reasons, plans and the like.
  const told = secretsIn(answered).filter((name) => name !== 'code')
  const secrets = [...new Set([...secretsIn(sent), ...told, ...(repeatable?.secrets ?? [])])].toSorted()
  const items = itemsOf(answered)
  const columns = columnsOf(items ?? answered)
  return [
    {
      id,
      service: path.split('/')[1] ?? '',
      method,
      path,
      summary,
      audience,
      ...(access.scope ? { scope: access.scope } : {}),
      ...(access.role ? { role: access.role } : {}),
      ...(access.operator === 'only' ? { operatorOnly: true as const } : {}),
      ...(access.proof ? { proof: true as const } : {}),
      ...(repeatable ? { repeatable: true as const } : {}),
      ...(isReadOnly(route) ? { readOnly: true as const } : isDestructive(route) ? { destructive: true as const } : {}),
      ...(secrets.length > 0 ? { secrets } : {}),
      ...(params ? { params: toSchema(params, 'input') } : {}),
      ...(query ? { query: toSchema(query, 'input') } : {}),
      ...(body ? { body: { schema: sent, ...(body.optional ? { optional: true as const } : {}) } } : {}),
      answer: answerOf(route, answered),
      ...(columns.length > 0 ? { columns } : {}),
    },
  ]
}

function answerOf({ response }: Route, answered: Schema): DescribedOperation['answer'] {
  if (response.mediaTypes) return 'file'
  if (response.stream) return 'events'
  if (response.schema === null) return 'nothing'
  return 'nextCursor' in propertiesOf(answered) ? 'page' : 'json'
}

/** GET changes nothing, save the one that counts as a retrieval. What viewers may POST or PUT with a list of ids only looks. */
function isReadOnly({ id, method, access }: Route): boolean {
  if (method === 'GET') return access.audience === 'session'
  return access.scope === 'statistics' || /^(?:preview|list)/u.test(id)
}

function isDestructive({ id, method }: Route): boolean {
  if (method === 'DELETE' || method === 'PUT') return true
  return (
    !/^(?:create|add|test|start|finish|resend|request|reply|prove|check|record)/u.test(id) ||
    /Erasure|Deletion/u.test(id)
  )
}

/** As names of fields say it. A cursor, a token's expiry or a country's code is none. */
const secretName =
  /^(?:secret|secretKey|password|newPassword|currentPassword|recoveryCodes|token|uri|otpauthUri|code)$/u

function secretsIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(secretsIn)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties'
      ? Object.entries(propertiesOf({ properties: value })).flatMap(([name, inner]) => [
          ...(secretName.test(name) && isFreeText(inner) ? [name] : []),
          ...secretsIn(inner),
        ])
      : secretsIn(value).filter((name) => key !== 'items' || name !== 'code'),
  )
}

/** A text that can be anything, or a list of such. */
function isFreeText(schema: Schema): boolean {
  if (schema['type'] === 'array') return true
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'].some((one) => isFreeText(one as Schema))
  return schema['type'] === 'string' && schema['enum'] === undefined && schema['const'] === undefined
}

function columnsOf(schema: Schema): string[] {
  return Object.entries(propertiesOf(schema))
    .filter(([, inner]) => isScalar(inner))
    .map(([name]) => name)
}

function isScalar(schema: Schema): boolean {
  const { anyOf } = schema
  if (Array.isArray(anyOf)) return anyOf.every((one: Schema) => one['type'] === 'null' || isScalar(one))
  return ['string', 'number', 'integer', 'boolean'].includes(String(schema['type'])) || schema['enum'] !== undefined
}

function itemsOf(schema: Schema): Schema | null {
  const items = propertiesOf(schema)['items']?.['items']
  return typeof items === 'object' && items !== null ? (items as Schema) : null
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  const { properties } = schema
  return typeof properties === 'object' && properties !== null ? (properties as Record<string, Schema>) : {}
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: portablePattern,
  })
  return rest
}
