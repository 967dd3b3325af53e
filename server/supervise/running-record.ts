import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeLock, type Lock } from '@bollard/database/embedded'
import { z } from 'zod'
import type { Config } from '../config.ts'

const schema = z.object({
  pid: z.int(),
  addresses: z.array(z.string()),
  /** The signal that makes it reload; one of an older release would end by it. */
  reloadSignal: z.literal('SIGUSR2').optional(),
})
export type RunningRecord = z.infer<typeof schema>

/** A process that is told so reloads. */
export const reloadSignal = 'SIGUSR2'

export type Claim =
  /** `abandoned`: the start before this one was killed, its processes may still be ending. */
  | { readonly status: 'taken'; readonly abandoned: boolean; release(): void }
  | { readonly status: 'running'; readonly pid: number | null; readonly addresses: readonly string[] }

/** Claims the data folder for this process, or tells who has it. The claim ends with the process, however that ends. */
export function claimDataDirectory(config: Config): Claim {
  const file = join(config.DATA_DIR, 'running.json')
  const lock: Lock | null = takeLock(join(config.DATA_DIR, 'server.lock'))
  if (!lock) return { status: 'running', ...(read(file) ?? { pid: null, addresses: [] }) }
  const abandoned = existsSync(file)
  writeFileSync(file, JSON.stringify(recordOf(config)), { mode: 0o600 })
  return {
    status: 'taken',
    abandoned,
    release() {
      rmSync(file, { force: true })
      lock.release()
    },
  }
}

/** Whether a server has claimed the data folder; changes nothing. */
export function isRunning(dataDirectory: string): boolean {
  const file = join(dataDirectory, 'server.lock')
  if (!existsSync(file)) return false
  const lock = takeLock(file)
  lock?.release()
  return lock === null
}

/** What the server that has claimed the data folder says of itself; null when none has. */
export function findRunning(dataDirectory: string): RunningRecord | null {
  return isRunning(dataDirectory) ? read(join(dataDirectory, 'running.json')) : null
}

function recordOf(config: Config): RunningRecord {
  return { pid: process.pid, addresses: addressesOf(config), reloadSignal }
}

function addressesOf(config: Config): string[] {
  const ofSites = [config.WEBSITE_URL, config.IDENTITY_URL, config.DASHBOARD_URL, config.ADMIN_URL, config.STATUS_URL]
  if (config.ROLE === 'all') return [...ofSites, config.API_URL]
  return config.ROLE === 'sites' ? ofSites : [config.API_URL]
}

function read(file: string): RunningRecord | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
