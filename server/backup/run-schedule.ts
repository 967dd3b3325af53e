import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { readRecords } from './keep-record.ts'
import { whatIsDue } from './what-is-due.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))
const lookMs = 60_000

/** Takes the daily backup and its restore test, each in a process of its own that yields to all others. Null where none is wanted. */
export function startBackupSchedule(config: Config, say: (line: string) => void): { stop(): Promise<void> } | null {
  if (config.BACKUP_TARGET === undefined || config.DATABASE_URL !== undefined) return null
  const asked = new AbortController()
  const turns = (async () => {
    while (!asked.signal.aborted) {
      await pause(lookMs, undefined, { ref: false, signal: asked.signal })
      try {
        const due = whatIsDue(readRecords(config.DATA_DIR), config.BACKUP_AT, new Date())
        if (due !== null) await run(due, asked.signal, say)
      } catch (error) {
        say(error instanceof Error ? error.message : String(error))
      }
    }
  })().catch(() => undefined)
  return {
    async stop() {
      asked.abort()
      await turns
    },
  }
}

/** The process writes its outcome down itself; by the channel it learns that this one is gone. */
function run(due: 'backup' | 'test-restore', asked: AbortSignal, say: (line: string) => void): Promise<void> {
  if (asked.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, due, '--scheduled'], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    const lines: string[] = []
    child.stderr?.on('data', (data) => lines.push(String(data)))
    asked.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
    child.once('error', (error) => (say(error.message), resolve()))
    child.once('close', (code) => {
      if (code !== 0 && !asked.aborted) say(`The ${due} of today failed: ${lines.join('').trim()}`)
      resolve()
    })
  })
}
