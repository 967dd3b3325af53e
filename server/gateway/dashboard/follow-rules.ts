import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { protectionRoutes } from '@bollard/contracts'
import type { DashboardRules } from '@bollard/guard'
import { askDashboard, backOffMs, type Dashboard, reasonOf } from './ask-dashboard.ts'
import { keptAnswerSchema, type ReadRules, readRules } from './read-rules.ts'

export interface FollowedRules {
  /** Null until something is known. */
  readonly rules: () => DashboardRules | null
  /** Since when nothing newer could be read, and why; null while all is well. */
  readonly fault: () => { readonly at: string; readonly reason: string } | null
  readonly skipped: () => readonly string[]
  stop(): void
}

export interface FollowOptions {
  /** Where the last rules are kept, so that a restart without the API begins with them. */
  readonly folder: string
  /** Told after other rules came. */
  readonly onRules: () => void
  readonly onFault: (message: string) => void
}

/** The API lets a call wait for 25 seconds. */
const timeoutMs = 40_000
/** Between two calls, whatever the API does. */
const restMs = 1_000

/** Follows what a dashboard says. What cannot be used changes nothing, and is told. Resolves once the kept rules are read. */
export async function followRules(dashboard: Dashboard, options: FollowOptions): Promise<FollowedRules> {
  const { folder, onRules, onFault } = options
  const { api, secretKey } = dashboard
  const name = createHash('sha256').update(`${api} ${secretKey}`).digest('hex').slice(0, 32)
  const file = join(folder, `${name}.json`)
  const stopping = new AbortController()
  let known: ReadRules | null = null
  let fault: { readonly at: string; readonly reason: string } | null = null
  let toldSkipped = ''

  function take(read: ReadRules): void {
    known = read
    const skipped = read.skipped.join(', ')
    if (skipped !== '' && skipped !== toldSkipped)
      onFault(`A gateway knows no accounts and reads no bodies, so this of ${api} does not hold here: ${skipped}`)
    toldSkipped = skipped
  }

  async function ask(): Promise<void> {
    const { path } = protectionRoutes.fetchProtectionPolicy
    const answer = await askDashboard(dashboard, {
      method: 'GET',
      path: known === null ? path : `${path}?known=${known.rules.version}`,
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]),
    })
    if (answer === null) return void (fault = null)
    const told = keptAnswerSchema.parse(answer)
    take(readRules(told))
    fault = null
    onRules()
    await keep(JSON.stringify(told)).catch((error: unknown) =>
      onFault(`What the dashboard at ${api} says cannot be kept for the next start: ${reasonOf(error)}`),
    )
  }

  async function keep(text: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(`${file}.new`, text, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }

  async function follow(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted;) {
      try {
        await ask()
        failures = 0
      } catch (error) {
        if (stopping.signal.aborted) return
        failures += 1
        const reason = reasonOf(error)
        if (fault?.reason !== reason) {
          fault = { at: new Date().toISOString(), reason }
          onFault(`What the dashboard at ${api} says stays as it was: ${reason}`)
        }
      }
      await rest(failures === 0 ? restMs : backOffMs(failures), stopping.signal)
    }
  }

  try {
    take(readRules(keptAnswerSchema.parse(JSON.parse(await readFile(file, 'utf8')))))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      onFault(`What was kept of the dashboard at ${api} cannot be used: ${reasonOf(error)}`)
  }
  void follow()
  return {
    rules: () => known?.rules ?? null,
    fault: () => fault,
    skipped: () => known?.skipped ?? [],
    stop: () => stopping.abort(),
  }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  timer.unref()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => clearTimeout(timer))
}
