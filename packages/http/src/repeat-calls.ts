import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Route } from '@bollard/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { locationOf } from './location-of.ts'
import { ProblemError } from './problem-error.ts'
import { readRepeatable } from './repeatable.ts'
import { type Attempt, type RepeatedCall, repeatedCalls, type Statements } from './repeated-calls.ts'

/** How long a call waits for the first one with its key. */
const patienceMs = 30_000
/** For so long an attempt has its key to itself. Far more than any of these calls takes; a slower one is undone, not doubled. */
const defaultLeaseMs = 15_000
/** Between two looks at a call that another process is answering. */
const lookAgainMs = 200

/** A call that creates, and the fields of its answer that are told once; they come empty in a repeated answer. */
export interface RepeatableRoute {
  readonly route: Pick<Route, 'id' | 'method' | 'path' | 'response' | 'location'>
  readonly secrets?: readonly string[]
}

export interface RepeatOptions {
  readonly db: Statements
  /** Its table is that of `repeatedCalls`. */
  readonly schema: string
  readonly routes: readonly RepeatableRoute[]
  /** Whose keys these are; null where the call is refused anyway. */
  readonly callerOf: (request: FastifyRequest) => Promise<string | null>
  readonly now: () => Date
  readonly leaseMs?: number
}

/**
 * Keeps the answer of a call in the transaction that has its effect, and returns it. Throws `state-conflict`, which is to undo the
 * transaction, where another attempt has taken over. Without a key it only returns it.
 */
export type KeepAnswer = <Answer>(tx: Statements, answer: Answer) => Promise<Answer>

/** An attempt that is under way. */
interface Running {
  readonly keep: KeepAnswer
  isKept: boolean
  readonly release: () => Promise<void>
  readonly done: () => void
}

const attempts = new WeakMap<FastifyRequest, Running>()

/** What the handler of a repeatable route has to call last in its transaction. */
export function answerKeeperOf(request: FastifyRequest): KeepAnswer {
  return attempts.get(request)?.keep ?? (async (_tx, answer) => answer)
}

/**
 * Lets calls take an `Idempotency-Key`: mounted in the scope of their routes, before them. Of calls with one key within 24 hours, over
 * all processes, one has an effect; the others wait and get its answer. A refusal is not kept, and throws nothing away.
 *
 * The handler keeps the answer in the transaction of the effect (`answerKeeperOf`), on condition that the key is still its own. So
 * whoever finds a key without an answer knows that there is no effect: the attempt was killed or is slow, and after its lease it may
 * be made again. A slow one that comes back finds that the key is another's and undoes its transaction. Both change the row of the
 * key, which the database lets only one at a time do. Throws `idempotency-mismatch` for another call or body.
 */
export function repeatCalls(app: FastifyInstance, options: RepeatOptions): void {
  const { db, now, leaseMs = defaultLeaseMs } = options
  const routes = new Map(
    options.routes.map((each) => [`${each.route.method} ${each.route.path.replaceAll(/\{(\w+)\}/gu, ':$1')}`, each]),
  )
  const running = new Map<string, Promise<void>>()
  const calls = repeatedCalls(options.schema, leaseMs)

  app.addHook('preHandler', async (request, reply) => {
    const found = routes.get(`${request.method} ${request.routeOptions.url ?? ''}`)
    if (found === undefined) return
    const repeatable = readRepeatable(
      request.headers['idempotency-key'],
      `${found.route.id} ${request.url}`,
      request.body,
    )
    const caller = repeatable && (await options.callerOf(request))
    if (repeatable === null || caller === null) return
    const attempt = { caller, repeatable, holder: randomUUID() }
    const place = `${caller} ${repeatable.keyHash.toString('hex')}`
    const until = performance.now() + patienceMs
    for (;;) {
      if (await calls.take(db, attempt, now())) {
        const { promise, resolve } = Promise.withResolvers<void>()
        running.set(place, promise)
        // A slow attempt in this process may be over after the one that took over from it began.
        const done = () => (running.get(place) === promise && running.delete(place), resolve())
        return void attempts.set(request, begin(found, attempt, done))
      }
      const row = await calls.find(db, caller, repeatable)
      if (row !== null && !row.bodyHash.equals(repeatable.bodyHash)) throw new ProblemError('idempotency-mismatch')
      if (row !== null && row.status !== null)
        return sendAgain(
          reply,
          row,
          locationOf(found.route, request.params, row.answer === null ? null : JSON.parse(row.answer)),
        )
      if (performance.now() > until)
        throw new ProblemError('state-conflict', 'Another call with this key is still under way.')
      const ended = running.get(place)
      await Promise.race([
        ...(ended === undefined ? [] : [ended]),
        pause(ended === undefined ? lookAgainMs : leaseMs, undefined, { ref: false }),
      ])
    }
  })

  function begin(found: RepeatableRoute, attempt: Attempt, done: () => void): Running {
    const { status, schema } = found.route.response
    const self: Running = {
      async keep(tx, answer) {
        const text = schema === null ? null : withoutSecrets(schema.parse(answer), found.secrets ?? [])
        if (!(await calls.keep(tx, attempt, status, text)))
          throw new ProblemError('state-conflict', 'Another call with this key took over.')
        self.isKept = true
        return answer
      },
      isKept: false,
      release: () => calls.release(db, attempt),
      done,
    }
    return self
  }

  app.addHook('onSend', async (request, reply, payload) => {
    const attempt = attempts.get(request)
    if (attempt === undefined) return payload
    attempts.delete(request)
    try {
      if (reply.statusCode >= 300) await attempt.release()
      else if (!attempt.isKept)
        throw new Error('A repeatable call was answered and did not keep its answer in its transaction')
    } finally {
      attempt.done()
    }
    return payload
  })
}

function withoutSecrets(answer: unknown, secrets: readonly string[]): string {
  return JSON.stringify(answer, (name, value: unknown) => (secrets.includes(name) ? '' : value))
}

function sendAgain(reply: FastifyReply, { status, answer }: RepeatedCall, location: string | undefined): FastifyReply {
  if (location !== undefined) void reply.header('location', location)
  return reply
    .header('idempotency-replayed', 'true')
    .type('application/json; charset=utf-8')
    .code(status ?? 200)
    .send(answer)
}
