import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { channelVersion, type Findings, receivedFromChild, type Task, type ToChild } from '../messages.ts'

const program = fileURLToPath(new URL('../child/main.ts', import.meta.url))

export interface RunningChild {
  readonly findings: Findings | null
  stop(): Promise<void>
}

/** One process of the product, as the supervisor starts it, without one; resolves once it is ready. */
export async function startChild(task: Task): Promise<RunningChild> {
  const child = fork(program, [task.name], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = new Promise<number | null>((resolve) => void child.once('exit', (code) => resolve(code)))
  const tell = (message: ToChild) => void (child.connected && child.send(message))
  tell({ kind: 'start', channel: channelVersion, task, again: false })
  const findings = await new Promise<Findings | null>((resolve, reject) => {
    child.on('message', (raw) => {
      const message = receivedFromChild(raw)
      if (message.kind === 'ready') resolve(message.findings)
      if (message.kind === 'failed') reject(new Error(message.reason))
    })
    void ended.then((code) => reject(new Error(`The ${task.name} process ended with ${code}`)))
  })
  return {
    findings,
    async stop() {
      tell({ kind: 'stop', leave: 'soon' })
      await ended
    },
  }
}
