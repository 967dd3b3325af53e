import type { Registry } from 'prom-client'
import { createMeasures } from '../../child/measure.ts'
import { serveHealth } from '../../supervise/serve-health.ts'
import { findFreePorts } from '../../testing/free-ports.ts'
import type { Machine } from '../measure-machine.ts'
import { readSamples, type Sample } from '../samples.ts'
import { watchProduct } from '../watch-product.ts'

/** Figures of a process in this one, watched and served as the product does it. */
export interface WatchedRegistry {
  readonly measures: ReturnType<typeof createMeasures>
  readonly watch: ReturnType<typeof watchProduct>
  /** Evaluates the rules as of a number of seconds, and reads from the real /metrics which of them fire. */
  firingAt(seconds: number): Promise<string[]>
  readMetrics(headers?: Record<string, string>): Promise<Response>
  close(): Promise<void>
}

/** Starts the health port over a new registry. */
export async function watchRegistry({
  token,
  alsoFrom = [],
  ...machine
}: Partial<Machine> & { token?: string; alsoFrom?: readonly Registry[] } = {}): Promise<WatchedRegistry> {
  const measures = createMeasures('api')
  const child = { name: 'api', isReady: async () => true, restarts: () => 0, metrics: () => measures.collect() }
  const watch = watchProduct({
    dataDirectory: '.',
    databases: [],
    docsUrl: 'http://localhost:8083',
    alsoFrom,
    ...machine,
    children: [child],
  })
  const [port = 0] = await findFreePorts(1)
  const close = await serveHealth(
    { host: '127.0.0.1', port, token },
    { children: [], database: null, isDiskFull: () => false, isStarting: () => false, isDraining: () => false, watch },
  )
  const readMetrics = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: 'close', ...headers } })
  return {
    measures,
    watch,
    async firingAt(seconds) {
      await watch.look(Date.now() + seconds * 1_000)
      return firingIn(readSamples(await (await readMetrics()).text()))
    },
    readMetrics,
    async close() {
      watch.stop()
      measures.registry.clear()
      await close()
    },
  }
}

/** The rules that fire by what /metrics says. */
export function firingIn(samples: readonly Sample[]): string[] {
  return samples.flatMap(({ metric, labels, value }) =>
    metric === 'bollard_alert_firing' && value === 1 ? [labels['rule'] ?? ''] : [],
  )
}
