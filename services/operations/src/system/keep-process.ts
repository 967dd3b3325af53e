import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@bollard/database'

const everyMs = 30_000

interface ProcessOptions {
  readonly db: Queries
  readonly now: () => Date
  /** Such as `all` or `edge`. */
  readonly role: string
  readonly release: string
  readonly onError: (error: unknown) => void
}

/** Says every half minute that this process lives, until stopped. */
export function keepProcess({ db, now, role, release, onError }: ProcessOptions): { stop(): Promise<void> } {
  const id = randomUUIDv7()
  const startedAt = now()
  let telling: Promise<void> = Promise.resolve()
  const tell = () => {
    telling = db
      .query('operations-process-seen', seenSql, [id, role, release, process.versions.node, startedAt, now()])
      .then(() => undefined, onError)
  }
  tell()
  const timer = setInterval(tell, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await telling
    },
  }
}

const seenSql = `insert into operations.processes (id, role, release, node, started_at, seen_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (id) do update set seen_at = excluded.seen_at`
