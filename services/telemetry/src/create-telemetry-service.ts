import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@bollard/database'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { telemetryPlugin } from './routes.ts'
import { sweepTelemetry } from './sweep.ts'
import type { TelemetryContext } from './telemetry-context.ts'

export interface TelemetryServiceOptions extends Omit<TelemetryContext, 'newId'> {
  /** The database as work that nobody waits for may use it; by default `db`. */
  readonly workerDb?: Database | undefined
  readonly newId?: () => string
  /** Address of the person behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
}

export interface TelemetryService {
  /** All routes of `/telemetry/v1`. */
  readonly routes: FastifyPluginAsync
  /** Run these with `migrate` before the first request, after those of the audit log. */
  readonly schema: 'telemetry'
  readonly migrations: URL
  /** Deletes what is too old; call it about once an hour. Safe in several processes at once. */
  readonly sweep: (now: Date) => Promise<void>
}

/** What pages of the website report: views, performance, replays. Touches the database on first use only, so migrations may run after this. */
export function createTelemetryService({
  workerDb,
  newId = randomUUIDv7,
  clientIp,
  ...given
}: TelemetryServiceOptions): TelemetryService {
  const context: TelemetryContext = { ...given, newId }
  return {
    routes: telemetryPlugin(context, clientIp),
    schema: 'telemetry',
    migrations: new URL('./migrations/', import.meta.url),
    sweep: (now) => sweepTelemetry(workerDb ?? context.db, now),
  }
}
