import type { z } from 'zod'
import type { ProblemCode } from './problem.ts'

/** Who may call a route: anybody, a signed-in person, or a customer's server holding a secret key. */
export type Audience = 'public' | 'session' | 'secret-key'

/**
 * One HTTP call of the product. Servers mount it, the client calls it, OpenAPI describes it:
 * nothing about a call is written anywhere else.
 */
export interface Route {
  /** Method name in the client and `operationId` in OpenAPI. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `{name}` placeholders; every placeholder is a key of `params`. */
  readonly path: string
  readonly summary: string
  readonly audience: Audience
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** The body and the parameter name under which the client takes it. An optional one may be missing; its schema says what that means. */
  readonly body?: { readonly name: string; readonly schema: z.ZodType; readonly optional?: true }
  readonly response: {
    /** 202: accepted, and done in the background; the answer tells how far it is. */
    readonly status: 200 | 201 | 202 | 204
    readonly schema: z.ZodType | null
    /** Not one JSON text: server-sent events, or a file where `mediaTypes` are given. */
    readonly stream?: boolean
    readonly mediaTypes?: readonly string[]
  }
  /**
   * Path of what the call creates, for the `Location` of its answer; placeholders are parameters of the call or fields of the answer. Left
   * out where what was created has no path of its own.
   */
  readonly location?: string
  readonly problems: readonly ProblemCode[]
}

/** Keeps the literal types of one route while checking its shape. */
export function defineRoute<const R extends Route>(route: R): R {
  return route
}
