import { type Problem, problemSchema, type Route } from '@bollard/contracts'
import type { z } from 'zod'

/** Everything a route takes, flat: its path parameters, its query, and its body under the body's name. */
type InputOf<R extends Route> = Part<R['params']> & Part<R['query']> & (R extends { body: { name: infer N extends string; schema: infer S extends z.ZodType } } ? { [K in N]: z.input<S> } : unknown)
type Part<S> = S extends z.ZodType ? z.input<S> : unknown
type OutputOf<R extends Route> = R['response']['schema'] extends z.ZodType ? z.output<R['response']['schema']> : null

/** One method per route, by its id. */
export type Calls<Routes extends Record<string, Route>> = {
  [Id in keyof Routes]: unknown extends InputOf<Routes[Id]> ? () => Promise<OutputOf<Routes[Id]>> : (input: InputOf<Routes[Id]>) => Promise<OutputOf<Routes[Id]>>
}

/** A call that the service refused, or that never reached it (`unavailable`). */
export class ApiProblem extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`)
    this.problem = problem
  }
}

export interface CallOptions {
  baseUrl: string
  headers: Record<string, string>
  requestId: string
  signal: AbortSignal
  onSetCookie: (cookies: string[]) => void
}

const timeoutMs = 10_000

/** Makes one call. Throws ApiProblem for every refusal, also when the service cannot be reached. */
export async function callRoute(route: Route, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<unknown> {
  const { address, body } = addressAndBody(route, input, options.baseUrl)
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)])
  const init: RequestInit = { method: route.method, headers: { ...options.headers, accept: 'application/json' }, signal, redirect: 'error' }
  if (body !== undefined) Object.assign(init, { body: JSON.stringify(body), headers: { ...options.headers, accept: 'application/json', 'content-type': 'application/json' } })
  let response: Response
  try {
    response = await fetch(address, init)
  } catch (cause) {
    throw unreachable(options.requestId, cause)
  }
  options.onSetCookie(response.headers.getSetCookie())
  if (response.ok) return response.status === 204 ? null : response.json()
  const problem = problemSchema.safeParse(await response.json().catch(() => null))
  throw problem.success ? new ApiProblem(problem.data) : unreachable(options.requestId, new Error(`${route.id} answered ${response.status}`))
}

function addressAndBody(route: Route, input: Readonly<Record<string, unknown>>, baseUrl: string) {
  const rest = new Map(Object.entries(input))
  const path = route.path.replace(/\{(\w+)\}/gu, (_whole, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    if (value === null || value === undefined) throw new Error(`Required parameter ${name} was null or undefined when calling ${route.id}.`)
    return encodeURIComponent(String(value))
  })
  const body = route.body ? rest.get(route.body.name) : undefined
  if (route.body) {
    rest.delete(route.body.name)
    if (body === null || body === undefined) throw new Error(`Required parameter ${route.body.name} was null or undefined when calling ${route.id}.`)
  }
  const address = new URL(path, baseUrl)
  for (const [name, value] of rest) if (value !== undefined) address.searchParams.set(name, String(value))
  return { address, body }
}

function unreachable(requestId: string, cause: unknown): ApiProblem {
  const error = new ApiProblem({ type: 'about:blank', title: 'Unavailable', status: 503, detail: 'The service did not answer.', code: 'unavailable', requestId })
  error.cause = cause
  return error
}
