import type { ChildProcess } from 'node:child_process'
import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Health } from '@bollard/contracts'
import type { Leave } from '@bollard/http'
import { channelVersion, receivedFromChild, type Findings, type Metrics, type Task, type ToChild } from '../messages.ts'
import { StartupFault } from '../startup-fault.ts'
import { toldEnvironment } from './told-config.ts'
import { hangs } from './watch-answers.ts'

/** One child process that is started again whenever it ends unasked or hangs. */
export interface KeptChild {
  readonly name: Task['name']
  /** Resolves when it is ready for the first time. When it ends before that, trying again would not help: rejects. */
  start(task: Task): Promise<Findings | null>
  /** Whether it has started and answers within a second. */
  isReady(): Promise<boolean>
  /** Health of the process; empty when it does not answer within a second. */
  metrics(): Promise<Metrics>
  /** How often it was started again after it ended unasked. */
  restarts(): number
  /** Names who answers when the process asks how all processes are doing. */
  answerHealth(read: () => Health): void
  /** Lets it drain, then starts it again, for code that has changed. */
  restart(): void
  /**
   * Starts another process beside it, which shares its listening sockets, and lets the first one drain once the other is ready; resolves
   * then, and says when all that it replaced has ended. `task` is what it and its successors are told from now on. Rejects with a
   * `StartupFault` when the other one cannot start, and the first goes on as if nothing had been.
   */
  replace(task?: Task): Promise<{ readonly drained: Promise<void> }>
  /** Lets it drain, then ends it; resolves when it is gone, and with it all that it replaced. */
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('../child/main.ts', import.meta.url))
/** Where Node keeps what it made of the modules, beside what builds leave; the next process loads them in half of the time. */
const compiledModules = fileURLToPath(new URL('../../.build/compiled', import.meta.url))
const firstPause = 50
const pauseMsMax = 5_000
/** A child that stayed ready this long is healthy, and its next restart is quick again. */
const healthyMilliseconds = 10_000
/** After so many milliseconds a process is killed that should have drained: its own limit for connections, and time to write. */
const drainMilliseconds: Readonly<Record<Leave, number>> = { 'as-promised': 6 * 60_000, soon: 12_000 }
const startMilliseconds = 120_000
/** Replaced processes that may drain at the same time; each holds memory and connections to the database. */
const drainingMax = 2

// The primary keeps a listening socket as long as one process uses it, so that two can follow each other without a refused connection.
// Each process accepts by itself: through the primary, every connection would take a detour.
cluster.schedulingPolicy = cluster.SCHED_NONE

/** The process begins to load its part at once, while what the part needs is still being made; `start` hands that over. */
export function keepChild(
  name: Task['name'],
  say: (line: string) => void,
  { fromSources = false }: { fromSources?: boolean } = {},
): KeptChild {
  let stopping = false
  let restarting = false
  let restarts = 0
  let readHealth: (() => Health) | null = null
  let waitBeforeRestart = firstPause
  const fork = () => forkChild(name, fromSources, () => readHealth?.() ?? null)
  let current = fork()
  let kept: Promise<unknown> = current.ended
  let given: Task | undefined
  /** Takes over once it is ready. */
  let next: typeof current | undefined
  const replaced = new Set<typeof current>()

  /** Ends a child that no longer answers, so that `keepRunning` starts another one. */
  async function watch(child: typeof current): Promise<void> {
    await child.ready
    // A process at a breakpoint answers nobody.
    if (fromSources) return
    const isOver = () => stopping || restarting || child !== current || child.hasEnded()
    if (!(await hangs(() => child.isReady(), isOver))) return
    say(`The ${name} process has not answered for ten seconds; ending it.`)
    child.kill()
  }
  function again(): void {
    current = fork()
    if (given) current.start(given, true)
    watch(current).catch((error: Error) => say(error.message))
  }

  async function keepRunning(): Promise<void> {
    for (;;) {
      const child = current
      const { how, readyFor } = await child.ended
      if (stopping) return
      if (child !== current) continue
      if (restarting) {
        restarting = false
        again()
        continue
      }
      restarts += 1
      waitBeforeRestart = readyFor > healthyMilliseconds ? firstPause : Math.min(waitBeforeRestart * 2, pauseMsMax)
      say(`The ${name} process ended unexpectedly (${how}); starting it again.`)
      await pause(waitBeforeRestart)
      if (stopping) return
      if (child === current) again()
    }
  }

  return {
    name,
    async start(task) {
      given = task
      current.start(task, false)
      const findings = await current.ready
      kept = keepRunning()
      watch(current).catch((error: Error) => say(error.message))
      return findings
    },
    isReady: () => current.isReady(),
    metrics: () => current.metrics(),
    restarts: () => restarts,
    answerHealth: (read) => void (readHealth = read),
    restart() {
      restarting = true
      current.stop('soon')
    },
    async replace(task = given) {
      if (!task || next || stopping) throw new StartupFault(`The ${name} process cannot be replaced now.`)
      const child = (next = fork())
      try {
        while (replaced.size >= drainingMax) await Promise.race([...replaced].map((one) => one.ended))
        child.start(task, true)
        await Promise.race([child.ready, late(name)])
      } catch (error) {
        child.kill()
        throw error
      } finally {
        next = undefined
      }
      // Nothing waits between the two, so that no end of one can be taken for that of the other.
      const old = current
      current = child
      given = task
      watch(child).catch((error: Error) => say(error.message))
      replaced.add(old)
      void old.ended.then(() => replaced.delete(old))
      old.stop('as-promised')
      return { drained: Promise.all([...replaced].map((one) => one.ended)).then(() => {}) }
    },
    async stop() {
      stopping = true
      next?.kill()
      for (const one of [current, ...replaced]) one.stop('soon')
      await Promise.all([kept, next?.ended, ...[...replaced].map((one) => one.ended)])
    },
  }
}

/** A process that does one thing and ends. It loads its part at once; `run` says what to do, and resolves when it is done. */
export interface PreparedTask {
  /** Rejects with a `StartupFault` when it fails. */
  run(task: Task): Promise<void>
  kill(): void
}

export function prepareTask(name: Task['name']): PreparedTask {
  const child = forkChild(name, false, () => null)
  return {
    async run(task) {
      child.start(task, false)
      await child.ready
      child.stop('soon')
      await child.ended
    },
    kill: () => child.kill(),
  }
}

/** A release that is older than this one listens without a word, as when a reload goes back to it. */
const listenMilliseconds = 5_000

async function late(name: string): Promise<never> {
  await pause(startMilliseconds, null, { ref: false })
  throw new StartupFault(`The ${name} process did not get ready within ${startMilliseconds / 1_000} s.`)
}

function forkChild(name: Task['name'], fromSources: boolean, readHealth: () => Health | null) {
  cluster.setupPrimary({ exec: program, args: [name], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const child = cluster.fork(environmentOf(name, fromSources)).process
  const listens = Promise.withResolvers<void>()
  const patience = setTimeout(listens.resolve, listenMilliseconds)
  const send = (message: ToChild) =>
    void listens.promise.then(() => child.connected && child.send(message, ignoreClosedChannel))
  const ended = endOf(child)
  const asked = new Map<number, (metrics: Metrics) => void>()
  let questions = 0
  let hasTask = false
  let readyAt: number | null = null
  let reason = 'it ended'
  const ready = new Promise<Findings | null>((resolve, reject) => {
    child.on('message', (raw) => {
      const message = receivedFromChild(raw)
      switch (message.kind) {
        case 'listens':
          clearTimeout(patience)
          return listens.resolve()
        case 'ready':
          readyAt = performance.now()
          return resolve(message.findings)
        case 'failed':
          reason = message.reason
          return
        case 'answer':
          return asked.get(message.id)?.(message.metrics)
        case 'ask-health': {
          const health = readHealth()
          return health === null ? undefined : send({ kind: 'health', id: message.id, health })
        }
        default:
          return message satisfies never
      }
    })
    child.once('error', reject)
    void ended.then((how) => reject(new StartupFault(`The ${name} process could not start: ${reason} (${how}).`)))
  })
  // Nobody waits for a child that is given up before it got its task.
  ready.catch(() => {})
  /** Null when there is no answer within a second. */
  async function ask(kind: 'metrics' | 'ping'): Promise<Metrics | null> {
    const id = (questions += 1)
    const answer = new Promise<Metrics>((resolve) => asked.set(id, resolve))
    send({ kind, id })
    return Promise.race([answer, pause(1_000, null, { ref: false })]).finally(() => asked.delete(id))
  }
  return {
    ready,
    ended: ended.then((how) => {
      const readyFor = readyAt === null ? 0 : performance.now() - readyAt
      readyAt = null
      return { how, readyFor }
    }),
    start(task: Task, again: boolean) {
      hasTask = true
      send({ kind: 'start', channel: channelVersion, task, again })
    },
    // A process that was stopped or is stuck still runs, but serves nobody.
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => void child.kill('SIGKILL'),
    isReady: async () => readyAt !== null && (await ask('ping')) !== null,
    metrics: async () => (await ask('metrics')) ?? [],
    stop(leave: Leave) {
      // Without a task there is nothing to drain.
      if (!hasTask) return void child.kill('SIGKILL')
      send({ kind: 'stop', leave })
      const timer = setTimeout(() => child.kill('SIGKILL'), drainMilliseconds[leave])
      void ended.then(() => clearTimeout(timer))
    },
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`)))
}

/**
 * React asks for NODE_ENV to choose which of its two versions to load: builds are made for the one of production. Hashes of
 * passwords keep a thread per processor busy; one more stays free for files and names.
 */
function environmentOf(name: Task['name'], fromSources: boolean): NodeJS.ProcessEnv {
  const threads = String(Math.max(4, availableParallelism() + 1))
  const environment = {
    NODE_COMPILE_CACHE: compiledModules,
    UV_THREADPOOL_SIZE: threads,
    ...toldEnvironment(process.env),
  }
  return name === 'sites' ? { ...environment, NODE_ENV: fromSources ? 'development' : 'production' } : environment
}

/** A child that ends while it is written to is reported by its exit. */
function ignoreClosedChannel(): void {}
