import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { receivedFromChild, type Findings, type Metrics, type Task, type ToChild } from '../messages.ts'
import { StartupFault } from '../startup-fault.ts'

/** One child process that is started again whenever it ends unasked. */
export interface KeptChild {
  readonly name: Task['name']
  /** Whether it has started and answers within a second. */
  isReady(): Promise<boolean>
  /** Figures of the process; empty when it does not answer within a second. */
  metrics(): Promise<Metrics>
  /** Lets it drain, then starts it again, for code that has changed. */
  restart(): void
  /** Lets it drain, then ends it; resolves when it is gone. */
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('../child/main.ts', import.meta.url))
const firstPause = 50
const longestPause = 5_000
/** A child that stayed ready this long is healthy, and its next restart is quick again. */
const healthyMilliseconds = 10_000
const drainMilliseconds = 12_000

/** Resolves when the child is ready for the first time. When it ends before that, trying again would not help: rejects. */
export async function keepChild(
  task: Task,
  say: (line: string) => void,
): Promise<{ child: KeptChild; findings: Findings | null }> {
  let stopping = false
  let restarting = false
  let waitBeforeRestart = firstPause
  let current = startChild(task, false)
  const findings = await current.ready

  async function keepRunning(): Promise<void> {
    for (;;) {
      const { how, readyFor } = await current.ended
      if (stopping) return
      if (restarting) {
        restarting = false
        current = startChild(task, true)
        current.ready.catch((error: Error) => say(error.message))
        continue
      }
      waitBeforeRestart = readyFor > healthyMilliseconds ? firstPause : Math.min(waitBeforeRestart * 2, longestPause)
      say(`The ${task.name} process ended unexpectedly (${how}); starting it again.`)
      await pause(waitBeforeRestart)
      if (stopping) return
      current = startChild(task, true)
      current.ready.catch((error: Error) => say(error.message))
    }
  }

  const kept = keepRunning()
  const child: KeptChild = {
    name: task.name,
    isReady: () => current.isReady(),
    metrics: () => current.metrics(),
    restart() {
      restarting = true
      current.stop()
    },
    async stop() {
      stopping = true
      current.stop()
      await kept
    },
  }
  return { child, findings }
}

function startChild(task: Task, again: boolean) {
  const child = fork(program, [task.name], { env: environmentOf(task), stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const send = (message: ToChild) => void (child.connected && child.send(message, ignoreClosedChannel))
  const ended = endOf(child)
  const asked = new Map<number, (metrics: Metrics) => void>()
  let questions = 0
  let readyAt: number | null = null
  let reason = 'it ended'
  const ready = new Promise<Findings | null>((resolve, reject) => {
    child.on('message', (raw) => {
      const message = receivedFromChild(raw)
      switch (message.kind) {
        case 'ready':
          readyAt = performance.now()
          return resolve(message.findings)
        case 'failed':
          reason = message.reason
          return
        case 'answer':
          return asked.get(message.id)?.(message.metrics)
        default:
          return message satisfies never
      }
    })
    child.once('error', reject)
    void ended.then((how) => reject(new StartupFault(`The ${task.name} process could not start: ${reason} (${how}).`)))
  })
  /** Null when there is no answer within a second. */
  async function ask(kind: 'metrics' | 'ping'): Promise<Metrics | null> {
    const id = (questions += 1)
    const answer = new Promise<Metrics>((resolve) => asked.set(id, resolve))
    send({ kind, id })
    return Promise.race([answer, pause(1_000, null, { ref: false })]).finally(() => asked.delete(id))
  }
  send({ kind: 'start', task, again })
  return {
    ready,
    ended: ended.then((how) => {
      const readyFor = readyAt === null ? 0 : performance.now() - readyAt
      readyAt = null
      return { how, readyFor }
    }),
    // A process that was stopped or is stuck still runs, but serves nobody.
    isReady: async () => readyAt !== null && (await ask('ping')) !== null,
    metrics: async () => (await ask('metrics')) ?? [],
    stop() {
      send({ kind: 'stop' })
      const timer = setTimeout(() => child.kill('SIGKILL'), drainMilliseconds)
      void ended.then(() => clearTimeout(timer))
    },
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`)))
}

/** React asks this variable which of its two versions to load: builds are made for the one of production. */
function environmentOf(task: Task): NodeJS.ProcessEnv {
  if (task.name !== 'sites') return process.env
  return { ...process.env, NODE_ENV: task.fromSources ? 'development' : 'production' }
}

/** A child that ends while it is written to is reported by its exit. */
function ignoreClosedChannel(): void {}
