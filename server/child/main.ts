import { flushCompileCache } from 'node:module'
import {
  MigrationChangedError,
  RolesMissingError,
  SchemaBehindError,
  SchemaTooNewError,
  SchemaTooOldError,
} from '@bollard/database'
import type { Leave } from '@bollard/http'
import { channelVersion, receivedFromSupervisor, type FromChild, type Task, type ToChild } from '../messages.ts'
import { StartupFault } from '../startup-fault.ts'
import { takeHealth } from './ask-health.ts'
import type { RunningPart } from './running-part.ts'

/**
 * One child process of the supervisor. It learns what to do over the channel and ends with it: a
 * killed supervisor leaves nothing running. Each part is loaded by the process that runs it, and by no other.
 */
const loaders = {
  api: () => import('../compose-api.ts'),
  edge: () => import('../compose-edge.ts'),
  sites: () => import('../compose-sites.ts'),
  migrate: () => import('../compose-migrate.ts'),
}
let running: Promise<RunningPart> | undefined

process.on('disconnect', () => process.exit(1))
// Killed before anybody listened.
if (process.connected === false) process.exit(1)
// Ctrl-C reaches the whole group; the supervisor decides the order in which its parts end.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => void end('soon'))
process.on('message', (raw) => {
  const message = receivedFromSupervisor(raw)
  switch (message.kind) {
    case 'start':
      return void (running ??= begin(message))
    case 'stop':
      return void end(message.leave)
    case 'metrics':
      return void running
        ?.then((part) => part.metrics())
        .then((metrics) => tell({ kind: 'answer', id: message.id, metrics }))
    case 'health':
      return takeHealth(message)
    case 'ping':
      return tell({ kind: 'answer', id: message.id, metrics: [] })
    default:
      return message satisfies never
  }
})

tell({ kind: 'listens' })

// The name comes before the task, and loading takes long. When it fails, `begin` hears of it.
const part = process.argv[2]
void (part === 'sites' || part === 'migrate' || part === 'edge' ? loaders[part]() : loaders.api()).catch(() => {})

async function begin({ channel, task, again }: Extract<ToChild, { kind: 'start' }>): Promise<RunningPart> {
  try {
    if (channel !== channelVersion)
      throw new StartupFault('This release cannot take over from the running one. Stop Bollard, and start it again.')
    const part = await start(task, again)
    // For the next start: a process that is killed writes nothing at its end. It answers nobody while it writes, so it is not ready yet.
    flushCompileCache()
    tell({ kind: 'ready', findings: part.findings })
    return part
  } catch (error) {
    const reason = isForPeople(error)
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
    process.send?.({ kind: 'failed', reason } satisfies FromChild, () => process.exit(1))
    return new Promise(() => {})
  }
}

/** Faults whose message says all that the person who started the program needs. */
function isForPeople(error: unknown): error is Error {
  return [
    StartupFault,
    SchemaBehindError,
    SchemaTooNewError,
    SchemaTooOldError,
    MigrationChangedError,
    RolesMissingError,
  ].some((kind) => error instanceof kind)
}

async function start(task: Task, again: boolean): Promise<RunningPart> {
  switch (task.name) {
    case 'api':
      return (await loaders.api()).composeApi(task, again)
    case 'edge':
      return (await loaders.edge()).composeEdge(task)
    case 'sites':
      return (await loaders.sites()).composeSites(task)
    case 'migrate':
      return (await loaders.migrate()).composeMigrate(task)
    default:
      return task satisfies never
  }
}

async function end(leave: Leave): Promise<void> {
  try {
    await (await running)?.close(leave)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  }
}

function tell(message: FromChild): void {
  process.send?.(message)
}
