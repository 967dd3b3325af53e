import { setTimeout as pause } from 'node:timers/promises'
import type { Launcher } from './choose-launcher.ts'
import { clearStalePid } from './clear-stale-pid.ts'
import { runPostmaster, type Postmaster } from './run-postmaster.ts'

/** How the supervision ended. */
export type EmbeddedExit = { readonly reason: 'stopped' } | { readonly reason: 'failed'; readonly error: Error }

export interface Supervised {
  pid(): number
  stop(): Promise<void>
  readonly exited: Promise<EmbeddedExit>
}

interface Options {
  readonly launcher: Launcher
  readonly postgres: string
  readonly cluster: string
  readonly settings: Readonly<Record<string, string>>
  readonly socketFolder: string | null
  readonly log: (line: string) => void
}

/** Processes of a killed server let go of its memory a moment after it; until then a start is refused. */
const stillHeld = /pre-existing shared memory block|lock file ".*" already exists/u
const retryMilliseconds = 50
/** A server that dies this soon after its start, this often in a row, has a fault that starting again does not cure. */
const soon = 2_000
const quickDeathsMax = 20
const holdMsMax = 15_000

/** Starts the server, and again whenever it ends unasked, until `stop` or until it cannot be started. */
export async function supervisePostmaster(options: Options): Promise<Supervised> {
  let postmaster = await startPatiently(options)
  let stopping = false

  async function keepRunning(): Promise<EmbeddedExit> {
    for (let quickDeaths = 0; ;) {
      const startedAt = performance.now()
      const lastLines = await postmaster.ended
      if (stopping) return { reason: 'stopped' }
      quickDeaths = performance.now() - startedAt < soon ? quickDeaths + 1 : 0
      if (quickDeaths > quickDeathsMax)
        return { reason: 'failed', error: new Error(`PostgreSQL ends again and again:\n${lastLines}`) }
      options.log('PostgreSQL ended unexpectedly; starting it again')
      try {
        postmaster = await startPatiently(options)
        // A stop asked for in the meantime went to the server that was already gone.
        if (stopping) postmaster.interrupt()
      } catch (error) {
        return { reason: 'failed', error: error instanceof Error ? error : new Error(String(error)) }
      }
    }
  }

  const exited = keepRunning()
  return {
    pid: () => postmaster.pid,
    exited,
    async stop() {
      if (!stopping) postmaster.interrupt()
      stopping = true
      await exited
    },
  }
}

async function startPatiently(options: Options): Promise<Postmaster> {
  const begun = performance.now()
  for (;;) {
    await clearStalePid(options.cluster, options.socketFolder)
    try {
      return await runPostmaster(options)
    } catch (error) {
      const held = error instanceof Error && stillHeld.test(error.message)
      if (!held || performance.now() - begun > holdMsMax) throw error
      await pause(retryMilliseconds)
    }
  }
}
