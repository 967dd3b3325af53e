import { z } from 'zod'

/** How the installation is watched; read like all settings, see `config.ts`. */
export const watchSettings = {
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address to listen on for these; another one than that of this machine itself needs METRICS_TOKEN'),
  METRICS_TOKEN: z
    .string()
    .min(32)
    .regex(/^[\w.~+/=-]+$/u, 'needs letters and digits alone')
    .optional()
    .describe('What /metrics then asks for, as "Authorization: Bearer ..."; at least 32 characters'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/u })
    .optional()
    .describe('Collector that gets traces by OTLP over HTTP, such as http://localhost:4318 (default: no traces)'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of traces that is sent there, from 0 to 1'),
}

/** Whether only programs of this machine reach an address that is listened on. */
export function isOwnMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/u.test(host)
}

/** What is wrong between these settings. */
export function watchFaults({
  METRICS_HOST: host,
  METRICS_TOKEN: token,
}: {
  readonly METRICS_HOST: string
  readonly METRICS_TOKEN?: string | undefined
}): string[] {
  if (isOwnMachine(host) || token !== undefined) return []
  return [
    `METRICS_TOKEN: required, because METRICS_HOST=${host} accepts connections from other machines; generate one with "openssl rand -hex 32"`,
  ]
}
