import { ProblemError, type Route } from '@bollard/contracts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { describeIssues } from './describe-issues.ts'

/** Parses what a request carries by the schemas of its route. Faults of a body are all told at once. */
export function parseInput(
  route: Route,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): { params: unknown; query: unknown; body: unknown } {
  return {
    params: route.params ? parseParameters(route.params, request.params) : undefined,
    query: route.query ? parseParameters(route.query, request.query) : undefined,
    body: route.body ? parseBody(route.body.schema, request.body) : undefined,
  }
}

function parseParameters(schema: z.ZodType, value: unknown): unknown {
  // Fastify makes objects without a prototype, which zod does not take for plain ones everywhere.
  const plain = { ...toRecord(value) }
  const parsed = schema.safeParse(plain)
  if (parsed.success) return parsed.data
  throw new ProblemError('invalid-parameter', undefined, { errors: describeIssues(parsed.error.issues, plain) })
}

function parseBody(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const errors = describeIssues(parsed.error.issues, value)
  // A field we do not know means another version of the contract, which correcting a form cannot heal.
  throw new ProblemError(
    errors.some(({ code }) => code === 'unknown-field') ? 'unknown-field' : 'validation-failed',
    undefined,
    { errors },
  )
}

function toRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
