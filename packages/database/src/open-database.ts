import { tracingChannel } from 'node:diagnostics_channel'
import { Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import type { StatementRows } from './statement-rows.ts'

/** What can be asked of the database, inside a transaction or not. */
export interface Queries {
  /** Runs `text` as a prepared statement known to the connection by `name`; one name always means one text. */
  query<Name extends keyof StatementRows>(
    name: Name,
    text: string,
    values?: readonly unknown[],
  ): Promise<StatementRows[Name][]>
  /** The same for a statement of a test, or one that only the running program knows: nothing checks its rows. */
  query<Row extends object>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]>
}

export interface Database extends Queries {
  readonly pool: Pool
  /**
   * Commits when `work` resolves, rolls back and passes the error on when it rejects. `statementTimeoutMs` is for work that
   * no request waits for: how long each of its statements may take, in place of the pool's limit.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>, limits?: { readonly statementTimeoutMs: number }): Promise<T>
  /** Waits for running queries, then closes every connection. May be called more than once. */
  close(): Promise<void>
}

const connectMsMax = 5_000
/**
 * How long a connection whose server did not answer in time keeps its place in the pool, where the server neither answers nor
 * ends it: long enough that backends which still wait (for a standby that is frozen, say) are not joined by more and more
 * others, and short enough that a machine which vanished without a word does not keep the pool from its successor.
 */
const hungMsMax = 60_000
/** Without traffic for so long the other side is asked whether it is there; ten seconds without a word end the connection. */
const keepAliveMs = 5_000
/** After the server should have ended a statement, so long its word of that is waited for. */
const answerMs = 500

/**
 * Opens a pool of at most `max` connections (default 10). Connects on first use, so a database that
 * is away shows in the first query, not here. A statement fails after `statementTimeoutMs`, and who waits for a connection is refused
 * after `connectTimeoutMs` (default 5000, both). `int8` arrives as a string, `timestamptz` as a Date.
 * A server that hangs never has more than `max` of this pool's backends: a connection that was not answered counts until the
 * server has answered or ended it, and while all of them hang, queries fail at once.
 */
export function openDatabase(options: {
  connectionString: string
  max?: number
  applicationName?: string
  statementTimeoutMs?: number
  connectTimeoutMs?: number
}): Database {
  const statementMsMax = options.statementTimeoutMs ?? 5_000
  const pool = new Pool({
    connectionString: options.connectionString,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'bollard',
    connectionTimeoutMillis: options.connectTimeoutMs ?? connectMsMax,
    // Ends a statement that takes too long; the second one ends the wait for a server that no longer answers at all.
    statement_timeout: statementMsMax,
    query_timeout: statementMsMax + answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  })
  // An idle connection that the server ends raises this event, and unheard it would end the process.
  // The next query opens a new connection or reports the fault itself.
  pool.on('error', ignoreIdleLoss)
  const connections = lendConnections(pool)
  let closing: Promise<void> | undefined
  return {
    pool,
    query: (name: string, text: string, values?: readonly unknown[]) =>
      connections.lend((client) => rowsOf<never>(client, name, text, values)),
    transaction: (work, limits) =>
      connections.lend((client, markBroken) => runTransaction(client, markBroken, work, limits?.statementTimeoutMs)),
    close: () => (closing ??= (connections.letGo(), pool.end())),
  }
}

interface Connections {
  /** Lends a connection; `markBroken` says that it must not be used again. */
  lend<T>(work: (client: PoolClient, markBroken: (error: Error) => void) => Promise<T>): Promise<T>
  /** Ends connections that hang. */
  letGo(): void
}

function lendConnections(pool: Pool): Connections {
  const hung = new Map<PoolClient, () => void>()
  /** Keeps its place in the pool until the server says something, ends it, or was silent for too long. */
  function keepHung(client: PoolClient, error: Error): void {
    const end = (): void => {
      if (!hung.delete(client)) return
      clearTimeout(timer)
      client.off('drain', end).off('end', end).off('error', end)
      // What it answers by now belongs to a statement that nobody waits for any more.
      client.release(error)
    }
    const timer = setTimeout(end, hungMsMax)
    timer.unref()
    client.on('drain', end).on('end', end).on('error', end)
    hung.set(client, end)
  }
  return {
    async lend(work) {
      if (hung.size >= pool.options.max) throw new Error(doesNotAnswer)
      let broken: Error | undefined
      const markBroken = (error: Error): void => void (broken ??= error)
      const client = await connectHeard(pool, markBroken)
      try {
        return await work(client, markBroken)
      } catch (error) {
        // A server that was demoted goes on answering, and the next connection may lead to its successor.
        if (isReadOnly(error)) markBroken(error)
        throw error
      } finally {
        client.off('error', markBroken)
        const silence = silent.get(client)
        if (silence !== undefined && broken === undefined) keepHung(client, silence)
        else client.release(broken)
      }
    },
    letGo() {
      for (const end of hung.values()) end()
    },
  }
}

/**
 * A connection whose faults are heard from the very beginning: a server that ends may say so in the bytes in which it said that it is ready,
 * and what nobody hears ends the process.
 */
function connectHeard(pool: Pool, onError: (error: Error) => void): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      if (client === undefined) return reject(error ?? new Error('the pool has no connection'))
      client.on('error', onError)
      resolve(client)
    })
  })
}

/** Known to `@bollard/http` by its message, like the faults of the driver. */
const doesNotAnswer = 'The database does not answer'

async function rowsOf<Row extends object>(
  client: PoolClient,
  name: string,
  text: string,
  values: readonly unknown[] = [],
  queryMsMax?: number,
): Promise<Row[]> {
  const { rows } = await ask<Row>(client, { name, text, values: [...values], ...limitWait(queryMsMax) })
  return rows
}

/** Connections whose server left a statement without an answer. */
const silent = new WeakMap<PoolClient, Error>()

/** Tells of every statement with its name, never with its values; costs next to nothing while nobody listens. */
export const databaseStatements = tracingChannel<{ readonly name: string }>('bollard.database.statement')

async function ask<Row extends object>(client: PoolClient, query: string | QueryConfig): Promise<QueryResult<Row>> {
  try {
    if (!databaseStatements.hasSubscribers) return await client.query<Row>(query)
    const name = typeof query === 'string' ? (query.split(' ', 1)[0] ?? '') : (query.name ?? '')
    return await databaseStatements.tracePromise(() => client.query<Row>(query), { name })
  } catch (error) {
    if (isUnanswered(error)) silent.set(client, error)
    throw error
  }
}

/** What node-postgres takes for a statement that may take longer than those of the pool; its types do not know of it. */
const limitWait = (queryMsMax: number | undefined): object =>
  queryMsMax === undefined ? {} : { query_timeout: queryMsMax + answerMs }

async function runTransaction<T>(
  client: PoolClient,
  markBroken: (error: Error) => void,
  work: (tx: Queries) => Promise<T>,
  queryMsMax: number | undefined,
): Promise<T> {
  try {
    await ask(client, 'begin')
    if (queryMsMax !== undefined) await ask(client, `set local statement_timeout = ${Math.ceil(queryMsMax)}`)
    const result = await work({
      query: (name: string, text: string, values?: readonly unknown[]) =>
        rowsOf<never>(client, name, text, values, queryMsMax),
    })
    await ask(client, 'commit')
    return result
  } catch (error) {
    // A server that did not answer in time would not answer this either. A connection that failed to roll back is in an unknown
    // state and must not be used again.
    if (!silent.has(client)) await ask(client, 'rollback').catch(markBroken)
    throw error
  }
}

/** What node-postgres throws when `query_timeout` has passed. */
function isUnanswered(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** What a server says that only reads: a standby, or a primary that has become one. */
function isReadOnly(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === '25006'
}

function ignoreIdleLoss(): void {}
