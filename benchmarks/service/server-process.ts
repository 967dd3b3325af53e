import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface ServerProcess {
  readonly port: number
  readonly usesPostgres: boolean
  /** CPU time of the process so far, user and system, in microseconds. */
  cpu(): Promise<number>
  stop(): Promise<void>
}

type Message = { port: number } | { cpu: NodeJS.CpuUsage }

/** Starts a contender in a process of its own. `execArgv` may ask Node for a CPU profile. */
export async function startServer(
  name: string,
  args: readonly string[],
  execArgv: readonly string[],
): Promise<ServerProcess> {
  const child = fork(fileURLToPath(new URL('serve.ts', import.meta.url)), [name, ...args], { execArgv: [...execArgv] })
  const next = (): Promise<Message> =>
    new Promise((resolve, reject) => {
      const gone = (code: number | null): void => reject(new Error(`the server "${name}" ended with ${code}`))
      child.once('exit', gone)
      child.once('message', (message: Message) => {
        child.off('exit', gone)
        resolve(message)
      })
    })
  const hello = await next()
  if (!('port' in hello)) throw new Error(`the server "${name}" told no port`)
  return {
    port: hello.port,
    usesPostgres: args.length > 0,
    async cpu() {
      const answer = next()
      child.send('cpu')
      const message = await answer
      if (!('cpu' in message)) throw new Error(`the server "${name}" told no CPU time`)
      return message.cpu.user + message.cpu.system
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.send('stop')
      await ended
    },
  }
}
