import { createIsTrusted } from '@bollard/http'
import type { Config } from '../config.ts'
import type { Tracing } from './open-telemetry.ts'

export type { Tracing } from './open-telemetry.ts'

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
