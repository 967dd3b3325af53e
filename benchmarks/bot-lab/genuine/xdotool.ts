import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A long-lived `xdotool` that takes one command a line, so that a key press costs no new process. */
export interface Xdotool {
  /** Sent at once; nothing is answered. */
  send(command: string): void
  stop(): Promise<void>
}

/** Input at the level of the operating system: what it sends is to a browser like a mouse and a keyboard. */
export function startXdotool(display: string): Xdotool {
  const child = spawn('xdotool', ['-'], {
    env: { ...process.env, DISPLAY: display },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = once(child, 'exit').catch(() => undefined)
  // Writing to an xdotool that has ended fails here; the visit then fails by its own time limit.
  child.stdin.on('error', () => undefined)
  return {
    send: (command) => {
      child.stdin.write(`${command}\n`)
    },
    stop: async () => {
      child.stdin.end()
      const stuck = setTimeout(() => child.kill('SIGKILL'), 2000)
      await exited
      clearTimeout(stuck)
    },
  }
}
