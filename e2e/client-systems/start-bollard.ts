import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Order, Running } from './serve-bollard.ts'

export interface Bollard extends Running {
  /** Until the next order. Resolves when it holds. */
  order(order: Order): Promise<void>
  stop(): Promise<void>
}

/** Starts the captcha service for a system under test: see serve-bollard.ts. */
export async function startBollard(): Promise<Bollard> {
  const program = fileURLToPath(new URL('./serve-bollard.ts', import.meta.url))
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const gone = new Promise<never>((_resolve, reject) =>
    child.once('exit', (code) => reject(new Error(`The captcha service ended (${code})`))),
  )
  const heard = <T>() =>
    Promise.race([gone, new Promise<T>((resolve) => child.once('message', (said: T) => resolve(said)))])
  const running = await heard<Running>()
  gone.catch(() => undefined)
  return {
    ...running,
    async order(order) {
      const done = heard<'done'>()
      child.send(order)
      await done
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.disconnect()
      await ended
    },
  }
}
