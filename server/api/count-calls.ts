import type { Database } from '@bollard/database'
import type { CallCounts } from '@bollard/http'
import {
  compileLimit,
  createKeyNames,
  createMemoryStore,
  createPostgresStore,
  guardStore,
  type LimitKey,
  type StoreOptions,
} from '@bollard/limits'

/** A limit that is taken without a lease. */
const noLease = '00000000-0000-0000-0000-000000000000'
/** Longer than a store that works takes; then this process counts alone. */
const waitMs = 500
/** Keys that this process counts while the database is away. */
const localKeys = 20_000

/**
 * Counts limits of calls for all processes that share a database, exactly, in the table of `packages/limits`: calls that come together are one
 * statement. The arithmetic is that of `createTaker`, as a token bucket. While the database does not answer, each process counts by itself.
 * Callers are named by a hash under the secret; of several it is the last, which all processes have while one secret follows another.
 */
export function countCalls(
  { pool }: Pick<Database, 'pool'>,
  secrets: readonly [string, ...string[]],
  {
    onFailure,
    timeoutMs = waitMs,
    ...options
  }: { readonly onFailure?: (error: unknown) => void; readonly timeoutMs?: number } & StoreOptions = {},
): CallCounts {
  const store = guardStore(
    createPostgresStore({ query: (config) => pool.query(config) }, { ...options, waitMsMax: timeoutMs }),
    {
      local: createMemoryStore({ keysMax: localKeys }),
      timeoutMs,
      ...(onFailure === undefined ? {} : { onFailure }),
    },
  )
  const secret = Buffer.from(secrets.at(-1) ?? secrets[0])
  const names = new Map<string, (values: readonly string[]) => LimitKey>()
  const keyOf = (name: string, key: string): LimitKey => {
    const namesOf = names.get(name) ?? createKeyNames(secret, `calls:${name}`)
    names.set(name, namesOf)
    return namesOf([key])
  }
  return {
    async take(name, key, { limit, seconds }, now) {
      const rule = compileLimit({ kind: 'TOKEN_BUCKET', limit, tokens: limit, everyMs: seconds * 1000 })(now)
      const charge = { key: keyOf(name, key), rule, cost: 1, mode: 'LIMIT', outage: 'LOCAL' } as const
      const [outcome] = await store.take([charge], now, noLease)
      if (outcome === undefined) throw new RangeError('the store answered for nothing')
      const { fits, remaining, resetMs, waitMs: wait } = outcome
      return { allowed: fits, remaining, resetMs, waitMs: wait ?? resetMs }
    },
  }
}
