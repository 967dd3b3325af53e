import type { FastifyInstance } from 'fastify'

/** One prepared HTTP call. */
export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

/** The side of a contender that runs in the server's own process. */
export interface Served {
  readonly app: FastifyInstance
  close(): Promise<void>
}

/** A captcha under measurement, as the load generator sees it. */
export interface Contender {
  readonly name: string
  readonly what: string
  /** Headers of every call. */
  readonly headers: Readonly<Record<string, string>>
  readonly issue: Call
  /** Turns the answer to `issue` into a call that verifies really done work. */
  solve(issued: string): Call
  /** Whether the answer to such a call says yes. */
  accepted(answer: string): boolean
}
