import type { z } from 'zod'
import type { Rule } from './access.ts'
import type { ProblemCode } from './problem.ts'

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
  /** Who may call it. What depends on the input is asserted by the service, with another rule of its policy. */
  readonly access: Rule
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** The body and the parameter name under which the client takes it. An optional one may be missing; its schema says what that means. */
  readonly body?: {
    readonly name: string
    readonly schema: z.ZodType
    readonly optional?: true
    /** Forms with the same fields are taken as well as JSON. */
    readonly forms?: true
  }
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
  /** What the call refuses with, beside what follows from its access, parameters and body. */
  readonly problems: readonly ProblemCode[]
  /**
   * The call takes an `Idempotency-Key`: repeated within 24 hours it has one effect and one answer. `secrets` names the fields of the
   * answer that are told once; they come empty in a repeated one.
   */
  readonly repeatable?: { readonly secrets?: readonly string[] }
}

/** The kind of entity that a path names, and so whose role counts; null where the path names none. */
export function entityKindOf({ path }: Pick<Route, 'path'>): 'SOLUTION' | 'ORGANIZATION' | null {
  if (path.includes('{solutionId}')) return 'SOLUTION'
  return path.includes('{organizationId}') ? 'ORGANIZATION' : null
}

/** Keeps the literal types of one route while checking its shape. */
export function defineRoute<const R extends Route>(route: R): R {
  return route
}
