import { expressAnswers } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Metrics } from '../messages.ts'
import { bucketSeconds } from '../watching/objectives.ts'

export interface Measures {
  readonly registry: Registry
  /** Counts and times every answer of an app by route and status. */
  watch(app: FastifyInstance): void
  collect(): Promise<Metrics>
}

/** Figures of this process, labelled with its name so that the supervisor can put processes side by side. */
export function createMeasures(processName: string): Measures {
  const registry = new Registry()
  registry.setDefaultLabels({ process: processName })
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'bollard_http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['route', 'status'],
    buckets: [...bucketSeconds],
    registers: [registry],
  })
  // Looking labels up anew for each answer would cost more than the measurement.
  const bound = new Map<string, ReturnType<typeof seconds.labels>>()
  function observe(route: string, status: number, duration: number): void {
    const key = `${status} ${route}`
    let histogram = bound.get(key)
    if (!histogram) bound.set(key, (histogram = seconds.labels(route, String(status))))
    histogram.observe(duration)
  }
  return {
    registry,
    watch(app) {
      app.addHook('onResponse', (request, reply, done) => {
        observe(request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime / 1000)
        done()
      })
      expressAnswers.subscribe((message) => {
        const { route, status, seconds: duration } = Object(message)
        observe(route, status, duration)
      })
    },
    collect: () => registry.getMetricsAsJSON(),
  }
}
