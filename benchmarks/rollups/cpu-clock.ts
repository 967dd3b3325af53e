import type { Database } from '@bollard/database'
import { findPostmaster, postgresCpu } from '../service/postgres-cpu.ts'

export interface CpuClock {
  /** CPU time of the whole PostgreSQL, in microseconds, while the work is done. */
  measure(work: () => Promise<unknown>): Promise<number>
}

/** @throws where there is no /proc */
export async function startCpuClock(db: Database): Promise<CpuClock> {
  const [backend] = await db.query<{ pid: number }>('', 'select pg_backend_pid() as pid')
  const postmaster = await findPostmaster(backend?.pid ?? 0)
  if (postmaster === null) throw new Error('CPU time of PostgreSQL can only be read where there is /proc')
  return {
    async measure(work) {
      const before = await postgresCpu(postmaster)
      await work()
      return (await postgresCpu(postmaster)) - before
    },
  }
}
