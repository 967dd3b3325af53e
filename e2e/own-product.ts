import { setTimeout as sleep } from 'node:timers/promises'
import { makeTestFolder } from '@bollard/testing'
import { endOf, freePorts, sparingWork, startProduct } from '../server/testing/start-product.ts'
import { startCells } from './cells.ts'
import { plansOfJourneys } from './plans-of-journeys.ts'

export interface OwnProduct {
  /** Of its database. */
  readonly connectionString: string
  /** Of all its cells, the first of them the same. */
  readonly cells: readonly string[]
  /** What it has said since it started. */
  printed(): string
  /** Kills the process that serves the API; resolves when its successor answers. */
  killApi(): Promise<void>
  /** Kills it and every successor until `meanwhile` is done, which runs once nothing answers; resolves when one answers. */
  keepApiDown(meanwhile: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

const addresses = [
  'E2E_WEBSITE',
  'E2E_IDENTITY',
  'E2E_DASHBOARD',
  'E2E_DOCS',
  'E2E_ADMIN',
  'E2E_STATUS',
  'E2E_API',
  'E2E_OUTPUT',
] as const

/**
 * A product beside the one that all journeys share, for those that need other settings or break things. Until it is stopped
 * `product` has its addresses.
 */
export async function startOwnProduct(environment: Record<string, string>): Promise<OwnProduct> {
  const folder = await makeTestFolder()
  const dataDirectory = folder.path
  const ports = await freePorts()
  const cells = await startCells(dataDirectory)
  const running = await startProduct(ports, dataDirectory, {
    NODE_OPTIONS: sparingWork,
    PLANS_FILE: plansOfJourneys(dataDirectory),
    CONSENT: 'strict',
    SESSION_REPLAY: 'false',
    PAGE_VIEWS: 'false',
    ...cells.environment,
    ...environment,
  })
  const shared = addresses.map((name) => process.env[name] ?? '')
  const { WEBSITE_PORT, IDENTITY_PORT, DASHBOARD_PORT, DOCS_PORT, ADMIN_PORT, STATUS_PORT, API_PORT } = ports
  const own = [WEBSITE_PORT, IDENTITY_PORT, DASHBOARD_PORT, DOCS_PORT, ADMIN_PORT, STATUS_PORT, API_PORT].map(
    (port) => `http://127.0.0.1:${port}`,
  )
  own.push(running.said())
  const use = (values: readonly string[]) => addresses.forEach((name, index) => (process.env[name] = values[index]))
  use(own)
  function kill(): void {
    const pid = running.pidOf('api')
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  }
  async function isReady(): Promise<boolean> {
    return fetch(`${running.metricsUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  async function comeBack(): Promise<void> {
    for (const deadline = Date.now() + 120_000; !(await isReady()); await sleep(50))
      if (Date.now() > deadline) throw new Error(`The API did not come back:\n${running.said()}`)
  }
  return {
    connectionString: running.connectionString,
    cells: cells.addresses.length === 0 ? [running.connectionString] : cells.addresses,
    printed: running.said,
    async killApi() {
      kill()
      await comeBack()
    },
    async keepApiDown(meanwhile) {
      kill()
      let isDone = false
      const done = meanwhile().finally(() => (isDone = true))
      for (; !isDone; await sleep(100)) kill()
      await done
      await comeBack()
    },
    async stop() {
      use(shared)
      running.supervisor.kill('SIGTERM')
      await endOf(running.supervisor)
      await cells.stop()
      await folder.remove()
    },
  }
}
