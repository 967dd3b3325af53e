import { createIsTrusted } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Traces of one process. */
export interface Tracing {
  /** Makes a span of every request of an app. Call it before routes are mounted. */
  watch(app: FastifyInstance): void
  /** Makes a span of a run of a job. */
  job(name: string, work: () => Promise<void>): () => Promise<void>
  /** `traceparent` of the span that runs now, to be passed on with a call; undefined outside of one. */
  traceparent(): string | undefined
  /** Sends what waits. */
  close(): Promise<void>
}

export interface TracingOptions {
  /** Where the collector answers, without `/v1/traces`. */
  readonly endpoint: string
  /** Which share of traces that begin here is sent, 0 … 1. */
  readonly share: number
  readonly processName: string
  /** Whether the trace that a request says it belongs to is believed. */
  readonly isTrusted: (request: FastifyRequest) => boolean
}

/** Begins to trace where `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector; else null, and nothing of OpenTelemetry is even loaded. */
export async function startTracing(
  config: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG' | 'TRUSTED_PROXIES'>,
  processName: string,
  internalSecret: string,
): Promise<Tracing | null> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER_ARG: share,
    TRUSTED_PROXIES: trustedProxies,
  } = config
  if (endpoint === undefined) return null
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry({ endpoint, share, processName, isTrusted: createIsTrusted({ internalSecret, trustedProxies }) })
}
