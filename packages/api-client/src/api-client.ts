import type { Route } from '@bollard/contracts'
import type { z } from 'zod'
import type { Routes } from './call-table.ts'

/** Settings of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /** Overrides the client's. */
  readonly timeoutMs?: number
  /** Makes repeating a creation harmless for 24 hours; any text of at most 200 characters that is new for each intent. */
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Optional keys as the schema takes them, values as it gives them: addresses are text, so every number is coerced. */
type Parameters<Schema> = Schema extends z.ZodType
  ? { [Key in keyof z.input<Schema>]: Key extends keyof z.output<Schema> ? z.output<Schema>[Key] : never }
  : unknown
type Body<R extends Route> = R extends {
  body: { name: infer Name extends string; schema: infer Schema extends z.ZodType }
}
  ? R extends { body: { optional: true } }
    ? { [Key in Name]?: z.input<Schema> }
    : { [Key in Name]: z.input<Schema> }
  : unknown

/** Everything a call takes, flat: path parameters, query and the body under its own name. */
export type CallInput<R extends Route> = Parameters<R['params']> & Parameters<R['query']> & Body<R>

/** What a call resolves to: its body, null for 204, the raw response of a stream. */
export type CallAnswer<R extends Route> = R['response'] extends { stream: true }
  ? Response
  : R['response']['schema'] extends z.ZodType
    ? z.output<R['response']['schema']>
    : null

type Method<R extends Route> =
  Record<never, never> extends CallInput<R>
    ? (input?: CallInput<R>, options?: CallOptions) => Promise<CallAnswer<R>>
    : (input: CallInput<R>, options?: CallOptions) => Promise<CallAnswer<R>>

/**
 * One method per route, by its id. Each throws, before any request, an Error "Required parameter X was null or
 * undefined when calling Y"; then `ApiProblem` when the service refuses and `ApiUnreachable` when there is no answer.
 */
export type ApiClient = { readonly [Id in keyof Routes]: Method<Routes[Id]> }
