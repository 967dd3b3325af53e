import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface StartedProcess {
  readonly child: ChildProcess
  /** What it printed last, for messages about failures. */
  output(): string
  /** Rejects when it cannot be started; resolves when it has ended. */
  readonly ended: Promise<void>
  /** Ends it and everything that it started, the hard way after three seconds. */
  stop(): Promise<void>
}

/** Starts a program as the leader of a process group of its own, so that its children end with it. */
export function startProcess(
  command: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): StartedProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options })
  let printed = ''
  const keep = (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-4000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => resolve())
  })
  // Who does not wait for the end is told about a failed start by `output` alone.
  ended.catch((error: unknown) => {
    printed += String(error)
  })
  return {
    child,
    output: () => printed,
    ended,
    stop: async () => {
      const { pid } = child
      if (pid === undefined) return
      signalGroup(pid, 'SIGTERM')
      if (child.exitCode === null && child.signalCode === null)
        await once(child, 'exit', { signal: AbortSignal.timeout(3000) }).catch(() => undefined)
      signalGroup(pid, 'SIGKILL')
    },
  }
}

/** A process group that is gone already is what is wanted. */
function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal)
  } catch {
    // Nobody of the group is left.
  }
}
