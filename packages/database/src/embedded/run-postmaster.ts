import { spawn } from 'node:child_process'
import { commandFor, type Launcher } from './choose-launcher.ts'

/** One life of the PostgreSQL server process. */
export interface Postmaster {
  readonly pid: number
  /** Resolves with the last lines of its log when the process has ended. */
  readonly ended: Promise<string>
  /** Fast shutdown: open transactions are rolled back, connections closed. */
  interrupt(): void
}

/** A standby takes connections that only read. */
const readyLine = /database system is ready to accept (?:read-only )?connections/u
const keptLines = 40

/** Starts the server and resolves when it accepts connections; rejects with its log when it ends before. */
export function runPostmaster(options: {
  launcher: Launcher
  postgres: string
  cluster: string
  settings: Readonly<Record<string, string>>
  log: (line: string) => void
}): Promise<Postmaster> {
  const args = [
    '-D',
    options.cluster,
    ...Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const command = commandFor(options.launcher, options.postgres, args, true)
  return new Promise((resolve, reject) => {
    // A process group of its own, so that Ctrl-C in the terminal does not stop it before the program has drained.
    const child = spawn(command.file, command.args, {
      cwd: '/',
      uid: command.uid,
      gid: command.gid,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const lines: string[] = []
    let ready = false
    const ended = new Promise<string>((resolveEnded) => {
      child.once('close', (code, signal) => {
        const tail = lines.join('\n')
        if (!ready) reject(new Error(`PostgreSQL did not start (${signal ?? code}):\n${tail}`))
        resolveEnded(tail)
      })
    })
    child.once('error', reject)
    child.stderr.setEncoding('utf8')
    child.stderr.on('data', (chunk: string) => {
      for (const line of chunk.split('\n').filter((text) => text !== '')) {
        lines.push(line)
        if (lines.length > keptLines) lines.shift()
        options.log(line)
        if (ready || !readyLine.test(line) || child.pid === undefined) continue
        ready = true
        resolve({ pid: child.pid, ended, interrupt: () => void child.kill('SIGINT') })
      }
    })
  })
}
