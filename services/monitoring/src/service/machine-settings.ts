import { jsonPathFault, patternFault } from '@bollard/checks'
import type { MonitoringCheck } from '@bollard/contracts'
import { type FieldError, ProblemError } from '@bollard/http'
import { defaultFlapping, type MachineSettings, requireSettings, UptimeFault } from '@bollard/uptime'

/** What the machine needs to know of a service. */
export interface Configured {
  readonly config: MonitoringCheck
  /** The interval that holds, in seconds. */
  readonly intervalSeconds: number
  readonly retries: number
  readonly confirmations: number
  readonly recoveries: number
  readonly slowMs: number | null
}

/** The settings of the machine of a service that `places` check. */
export function machineSettings(service: Configured, places: readonly string[]): MachineSettings {
  const { config } = service
  const flapping = defaultFlapping
  switch (config.kind) {
    case 'HEARTBEAT':
      return { kind: 'HEARTBEAT', plan: heartbeatPlan(config.target), flapping }
    case 'GROUP':
      return { kind: 'GROUP', ...config.target, flapping }
    case 'MANUAL':
      return { kind: 'MANUAL', flapping }
    default:
      return {
        kind: 'PROBED',
        places,
        retries: service.retries,
        recoverAfter: service.recoveries,
        placesMin: Math.max(1, Math.min(service.confirmations, places.length)),
        degradedAfterMs: service.slowMs,
        silentAfterMs: 3 * service.intervalSeconds * 1_000 + config.timeoutMs,
        flapping,
      }
  }
}

function heartbeatPlan({ periodSeconds, cron, timeZone, graceSeconds }: HeartbeatTarget) {
  return periodSeconds === null
    ? { cron: cron ?? '', timeZone: timeZone ?? '', graceSeconds }
    : { periodSeconds, graceSeconds }
}
type HeartbeatTarget = (MonitoringCheck & { readonly kind: 'HEARTBEAT' })['target']

/**
 * Refuses what the arithmetic cannot work with, such as a cron line that is none, and expressions and paths that are none or that
 * would take too long. Throws `validation-failed`.
 */
export function assertUsable(service: Configured): void {
  assertReadable(service.config)
  assertMeaningful(service)
  try {
    requireSettings(machineSettings(service, ['any']))
  } catch (error) {
    if (!(error instanceof UptimeFault)) throw error
    throw new ProblemError('validation-failed', undefined, { errors: [asFieldError(error, service.config)] })
  }
}

/**
 * Figures of a captcha are the same from everywhere, and the time of a form is mostly its captcha's work and the wait for a heartbeat.
 * Throws `validation-failed`.
 */
function assertMeaningful({ config: { kind }, confirmations, slowMs }: Configured): void {
  const errors: FieldError[] = []
  if (kind === 'PASS_RATE' && confirmations !== 1) errors.push({ pointer: '/confirmations', code: 'not-for-kind' })
  if ((kind === 'PASS_RATE' || kind === 'FORM') && slowMs !== null)
    errors.push({ pointer: '/slowMs', code: 'not-for-kind' })
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
}

/** Refuses assertions that nothing can be held against. Throws `validation-failed`. */
export function assertReadable(check: MonitoringCheck): void {
  if (!('assertions' in check)) return
  const errors = check.assertions.flatMap(({ source, target, comparison, value }, index) => {
    const faults = {
      target: source === 'JSON' ? jsonPathFault(target ?? '') : null,
      value: comparison === 'MATCHES' ? patternFault(value ?? '') : null,
    }
    return Object.entries(faults).flatMap(([field, code]): FieldError[] =>
      code === null ? [] : [{ pointer: `/check/assertions/${index}/${field}`, code }],
    )
  })
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
}

/** Faults name the part of a cron line; people typed the line. */
function asFieldError({ code, field }: UptimeFault, { kind }: MonitoringCheck): FieldError {
  if (kind !== 'HEARTBEAT') return { pointer: `/${field}`, code }
  const typed = ['graceSeconds', 'periodSeconds', 'timeZone'].includes(field)
  return typed
    ? { pointer: `/check/target/${field}`, code }
    : { pointer: '/check/target/cron', code, params: { field } }
}
