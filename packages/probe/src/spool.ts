import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ProbedResult } from '@bollard/contracts'

/** Results that wait to be delivered, on disk. They outlive a process that is killed; a machine that loses power may lose the last ones. */
export interface Spool {
  /** Names this folder among those of the same token. */
  readonly instance: string
  /** Greater than any number before, also of processes before this one. */
  next(): number
  keep(result: Omit<ProbedResult, 'sequence'>): void
  /** The oldest ones, at most `most`. */
  oldest(most: number): ProbedResult[]
  /** Forgets all up to this one. */
  drop(through: number): void
  figures(): { readonly waiting: number; readonly dropped: number }
  close(): void
}

export interface SpoolBounds {
  readonly bytesMax: number
  /** Older results are dropped: nobody counts them any more. */
  readonly ageMsMax: number
}

/** Where there is no room, so many of the oldest ones go at a time. */
const droppedAtOnce = 500
/** Of one process; beyond it a process would have made four billion calls. */
const numbersPerStart = 2 ** 32

/** Opens the folder, which one process at a time may use: null while another one has it. */
export function openSpool(folder: string, { bytesMax, ageMsMax }: SpoolBounds): Spool | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'results.sqlite')
  const file = openAlone(path)
  if (file === null) return null
  chmodSync(path, 0o600)
  file.exec(`create table if not exists self (instance text not null, starts integer not null);
    create table if not exists results (sequence integer primary key, at integer not null, body text not null)`)
  const self = begin(file)
  const insert = file.prepare('insert into results (sequence, at, body) values (?, ?, ?)')
  const read = file.prepare('select sequence, body from results order by sequence limit ?')
  const remove = file.prepare('delete from results where sequence <= ?')
  const expire = file.prepare('delete from results where at < ?')
  const evict = file.prepare(
    'delete from results where sequence in (select sequence from results order by sequence limit ?)',
  )
  const sizes = file.prepare('select count(*) as waiting, coalesce(sum(length(body)), 0) as bytes from results')
  let number = self.starts * numbersPerStart
  let { waiting, bytes } = sizes.get() as { waiting: number; bytes: number }
  let dropped = 0
  const count = () => ({ waiting, bytes } = sizes.get() as { waiting: number; bytes: number })
  const next = () => (number += 1)
  return {
    instance: self.instance,
    next,
    keep(result) {
      const body = JSON.stringify(result)
      insert.run(next(), Math.round(result.result.at), body)
      waiting += 1
      bytes += body.length
      while (bytes > bytesMax) {
        dropped += Number(evict.run(droppedAtOnce).changes)
        count()
      }
    },
    oldest(most) {
      const tooOld = Number(expire.run(Date.now() - ageMsMax).changes)
      dropped += tooOld
      if (tooOld > 0) count()
      return read.all(most).map(({ sequence, body }) => ({ ...JSON.parse(String(body)), sequence: Number(sequence) }))
    },
    drop(through) {
      if (Number(remove.run(through).changes) > 0) count()
    },
    figures: () => ({ waiting, dropped }),
    close: () => file.close(),
  }
}

function openAlone(path: string): DatabaseSync | null {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    // The lock is held until the process ends, however it ends.
    file.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal')
    file.exec('begin immediate; commit')
    return file
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return null
    throw error
  }
}
const busy = 5

function begin(file: DatabaseSync): { readonly instance: string; readonly starts: number } {
  const known = file.prepare('select instance, starts from self').get()
  if (known === undefined) file.prepare('insert into self (instance, starts) values (?, 0)').run(randomUUID())
  const row = file.prepare('update self set starts = starts + 1 returning instance, starts').get()
  return { instance: String(row?.['instance']), starts: Number(row?.['starts']) }
}
