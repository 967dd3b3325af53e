import { Pool, type PoolClient } from 'pg'

/** What can be asked of the database, inside a transaction or not. */
export interface Queries {
  /** Runs `text` as a prepared statement known to the connection by `name`; one name always means one text. */
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

const longestConnectMs = 5_000
/** After the server should have ended a statement, so long its word of that is waited for. */
const answerMs = 500

/**
 * Opens a pool of at most `max` connections (default 10). Connects on first use, so a database that
 * is away shows in the first query, not here. A statement fails after `statementTimeoutMs` (default 5000). `int8` arrives as a string, `timestamptz` as a Date.
 */
export function openDatabase(options: {
  connectionString: string
  max?: number
  applicationName?: string
  statementTimeoutMs?: number
}): Database {
  const longestStatementMs = options.statementTimeoutMs ?? 5_000
  const pool = new Pool({
    connectionString: options.connectionString,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'bollard',
    connectionTimeoutMillis: longestConnectMs,
    // Ends a statement that takes too long; the second one ends the wait for a server that no longer answers at all.
    statement_timeout: longestStatementMs,
    query_timeout: longestStatementMs + answerMs,
    keepAlive: true,
  })
  // An idle connection that the server ends raises this event, and unheard it would end the process.
  // The next query opens a new connection or reports the fault itself.
  pool.on('error', ignoreIdleLoss)
  let closing: Promise<void> | undefined
  return {
    pool,
    query: (name, text, values) => rowsOf(pool, name, text, values),
    transaction: (work, limits) => runTransaction(pool, work, limits?.statementTimeoutMs),
    close: () => (closing ??= pool.end()),
  }
}

async function rowsOf<Row extends object>(
  target: Pool | PoolClient,
  name: string,
  text: string,
  values: readonly unknown[] = [],
  longestMs?: number,
): Promise<Row[]> {
  const result = await target.query<Row>({ name, text, values: [...values], ...limitWait(longestMs) })
  return result.rows
}

/** What node-postgres takes for a statement that may take longer than those of the pool; its types do not know of it. */
const limitWait = (longestMs: number | undefined): object =>
  longestMs === undefined ? {} : { query_timeout: longestMs + answerMs }

async function runTransaction<T>(
  pool: Pool,
  work: (tx: Queries) => Promise<T>,
  longestMs: number | undefined,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => void (broken = error)
  client.on('error', onError)
  try {
    await client.query('begin')
    if (longestMs !== undefined) await client.query(`set local statement_timeout = ${Math.ceil(longestMs)}`)
    const result = await work({ query: (name, text, values) => rowsOf(client, name, text, values, longestMs) })
    await client.query('commit')
    return result
  } catch (error) {
    // A server that did not answer in time would not answer this either.
    if (isUnanswered(error)) broken ??= error
    else await client.query('rollback').catch((failure: Error) => (broken ??= failure))
    throw error
  } finally {
    client.off('error', onError)
    // A connection that failed to roll back is in an unknown state and must not be reused.
    client.release(broken)
  }
}

/** What node-postgres throws when `query_timeout` has passed. */
function isUnanswered(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout'
}

function ignoreIdleLoss(): void {}
