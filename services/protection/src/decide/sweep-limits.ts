import { createPostgresStore, type StoreOptions } from '@bollard/limits'
import type { Database } from '@bollard/database'

/** Of one step, so that no request waits for long. */
const stepSize = 5_000
const stepsMax = 200

/** Forgets keys of limits that have expired, and notes of requests whose ending nobody told. Run it every few minutes, in one process at a time or in many. */
export async function sweepLimits({ pool }: Pick<Database, 'pool'>, at: Date, options?: StoreOptions): Promise<number> {
  const store = createPostgresStore({ query: (config) => pool.query(config) }, options)
  while ((await store.sweepNotes(stepSize, at.getTime())) === stepSize);
  let after: Buffer | null = null
  for (let step = 1; step <= stepsMax; step++) {
    after = await store.sweep(after, stepSize, at.getTime())
    if (after === null) return step
  }
  return stepsMax
}
