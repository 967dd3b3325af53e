import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Starts a browser in a process group of its own, so that `endGroup` reaches the whole of it. */
export function startGroup(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  cwd?: string,
): ChildProcess {
  const child = spawn(command, args, { env, ...(cwd === undefined ? {} : { cwd }), detached: true, stdio: 'ignore' })
  // Without a listener a missing program would end the lab; `endGroup` and the caller's own waits notice it.
  child.on('error', () => undefined)
  return child
}

/** Ends the browser and all that it started. */
export async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return
  const ended = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, 'exit')
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // All of them had already gone.
  }
  await ended
}
