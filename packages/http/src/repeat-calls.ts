import { setTimeout as pause } from 'node:timers/promises'
import type { Route } from '@bollard/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError } from './problem-error.ts'
import { readRepeatable, type Repeatable } from './repeatable.ts'

const keptMs = 24 * 3_600_000
/** How long a call waits for the first one with its key. */
const patienceMs = 30_000
/** Between two looks at a call that another process is answering. */
const lookAgainMs = 200

/** A call that creates, and the fields of its answer that are told once; they come empty in a repeated answer. */
export interface RepeatableRoute {
  readonly route: Pick<Route, 'id' | 'method' | 'path'>
  readonly secrets?: readonly string[]
}

export interface RepeatOptions {
  readonly db: { query<Row extends object>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]> }
  /** The table `repeated_calls` lies there: `caller, key_hash, body_hash, status, location, answer, created_at`, the first two unique. */
  readonly schema: string
  readonly routes: readonly RepeatableRoute[]
  /** Whose keys these are; null where the call is refused anyway. */
  readonly callerOf: (request: FastifyRequest) => Promise<string | null>
  readonly now: () => Date
}

/** A call that is the first with its key and has to tell what came of it. */
interface First {
  readonly caller: string
  readonly repeatable: Repeatable
  readonly secrets: readonly string[]
  readonly done: () => void
}

interface Row {
  readonly bodyHash: Buffer
  /** Null until there is an answer. */
  readonly status: number | null
  readonly location: string | null
  readonly answer: string | null
  readonly createdAt: Date
}

/**
 * Lets calls of services that keep no answers themselves take an `Idempotency-Key`: mounted in the scope of their routes, before
 * them. Of calls with one key within 24 hours, over all processes, one is made; the others wait and get its answer. A refusal is
 * not kept. The key is taken before the call and in a transaction of its own, so a call of which nobody learned what came of it is
 * never made again: its key is answered with `state-conflict`. Throws `idempotency-mismatch` for another call or body.
 */
export function repeatCalls(app: FastifyInstance, options: RepeatOptions): void {
  const routes = new Map(options.routes.map((each) => [`${each.route.method} ${each.route.path.replaceAll(/\{(\w+)\}/gu, ':$1')}`, each]))
  const firsts = new WeakMap<FastifyRequest, First>()
  const running = new Map<string, Promise<void>>()
  const { find, take, sweep, keep, release } = statements(options)

  app.addHook('preHandler', async (request, reply) => {
    const found = routes.get(`${request.method} ${request.routeOptions.url ?? ''}`)
    if (found === undefined) return
    const repeatable = readRepeatable(request.headers['idempotency-key'], `${found.route.id} ${request.url}`, request.body)
    const caller = repeatable && (await options.callerOf(request))
    if (repeatable === null || caller === null) return
    const place = `${caller} ${repeatable.keyHash.toString('hex')}`
    await sweep()
    const until = performance.now() + patienceMs
    for (;;) {
      if (await take(caller, repeatable)) {
        const { promise, resolve } = Promise.withResolvers<void>()
        running.set(place, promise)
        const done = () => (running.delete(place), resolve())
        return void firsts.set(request, { caller, repeatable, secrets: found.secrets ?? [], done })
      }
      const row = await find(caller, repeatable)
      if (row !== null && !row.bodyHash.equals(repeatable.bodyHash)) throw new ProblemError('idempotency-mismatch')
      if (row !== null && row.status !== null) return sendAgain(reply, row)
      const isLost = row !== null && options.now().getTime() - row.createdAt.getTime() > patienceMs
      if (isLost || performance.now() > until) throw new ProblemError('state-conflict', lost)
      await Promise.race([running.get(place) ?? pause(lookAgainMs), pause(patienceMs, undefined, { ref: false })])
    }
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const first = firsts.get(request)
    if (first === undefined) return payload
    firsts.delete(request)
    try {
      // Of a failure nobody knows how far it went, so its key stays taken.
      if (reply.statusCode < 300) await keep(first, reply, payload)
      else if (reply.statusCode < 500) await release(first)
    } finally {
      first.done()
    }
    return payload
  })
}

const lost = 'What came of the first call with this key is not known. Look whether it was made, and use another key.'

function statements({ db, schema, now }: RepeatOptions) {
  const table = `${schema}.repeated_calls`
  return {
    sweep: () => db.query(`${schema}-repeat-sweep`, `delete from ${table} where created_at < $1`, [new Date(now().getTime() - keptMs)]),
    async take(caller: string, { keyHash, bodyHash }: Repeatable): Promise<boolean> {
      const sql = `insert into ${table} (caller, key_hash, body_hash, created_at) values ($1, $2, $3, $4) on conflict do nothing returning 1 as one`
      return (await db.query(`${schema}-repeat-take`, sql, [caller, keyHash, bodyHash, now()])).length > 0
    },
    async find(caller: string, { keyHash }: Repeatable): Promise<Row | null> {
      const sql = `select body_hash as "bodyHash", status, location, answer, created_at as "createdAt" from ${table} where caller = $1 and key_hash = $2`
      const [row] = await db.query<Row>(`${schema}-repeat-find`, sql, [caller, keyHash])
      return row ?? null
    },
    async keep({ caller, repeatable, secrets }: First, reply: FastifyReply, payload: unknown): Promise<void> {
      const sql = `update ${table} set status = $3, location = $4, answer = $5 where caller = $1 and key_hash = $2`
      const answer = typeof payload === 'string' ? withoutSecrets(payload, secrets) : null
      await db.query(`${schema}-repeat-keep`, sql, [caller, repeatable.keyHash, reply.statusCode, reply.getHeader('location') ?? null, answer])
    },
    release: ({ caller, repeatable }: First) =>
      db.query(`${schema}-repeat-release`, `delete from ${table} where caller = $1 and key_hash = $2`, [caller, repeatable.keyHash]),
  }
}

function withoutSecrets(json: string, secrets: readonly string[]): string {
  return JSON.stringify(JSON.parse(json), (name, value: unknown) => (secrets.includes(name) ? '' : value))
}

function sendAgain(reply: FastifyReply, { status, location, answer }: Row): FastifyReply {
  if (location !== null) void reply.header('location', location)
  return reply
    .header('idempotency-replayed', 'true')
    .type('application/json; charset=utf-8')
    .code(status ?? 200)
    .send(answer)
}
