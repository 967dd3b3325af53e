import { configurationFaultsMax, type MonitoringConfiguration, monitoringConfigurationSchema } from '@bollard/contracts'
import { describeIssues, type FieldError, ProblemError } from '@bollard/http'
import { parseDocument } from 'yaml'

/** Lists and objects within each other; the file itself has half as many. */
const depthMax = 20
/** An alias stands for what it repeats: a few of them within each other could fill the memory. */
const aliasesMax = 100

/** Refuses a file, with places in it. At most 100 faults are told. */
export function refuseFile(code: 'validation-failed' | 'quota-exceeded', errors: readonly FieldError[]): never {
  throw new ProblemError(code, undefined, { errors: errors.slice(0, configurationFaultsMax) })
}

/**
 * What a text of YAML, or of JSON, which is YAML too, says. Nothing in it is executed: tags of its own are faults. Throws
 * `validation-failed` at `pointer`, with line and column of what is no YAML.
 */
export function readYaml(text: string, pointer: string): unknown {
  const document = parseDocument(text, { version: '1.2', schema: 'core', prettyErrors: true, logLevel: 'silent' })
  const fault = document.errors[0] ?? document.warnings[0]
  if (fault !== undefined) {
    const [place] = fault.linePos ?? []
    const params = { line: place?.line ?? 0, column: place?.col ?? 0 }
    return refuseFile('validation-failed', [{ pointer, code: 'syntax', params }])
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: aliasesMax })
    if (isDeeper(value, depthMax)) return refuseFile('validation-failed', [{ pointer, code: 'too-deep' }])
    return value
  } catch (error) {
    if (error instanceof ProblemError) throw error
    return refuseFile('validation-failed', [{ pointer, code: 'too-many-aliases' }])
  }
}

/** A configuration from its text. Throws `validation-failed` with places in the file. */
export function readFile(text: string): MonitoringConfiguration {
  const value = withHeartbeatKeys(readYaml(text, '/configuration'))
  const parsed = monitoringConfigurationSchema.safeParse(value)
  if (!parsed.success) return refuseFile('validation-failed', describeIssues(parsed.error.issues, value))
  return parsed.data
}

/** Older files name the heartbeat of a form by `serviceId`; an id is a key where there is no other. */
function withHeartbeatKeys(value: unknown): unknown {
  const { services } = recordOf(value)
  if (!Array.isArray(services)) return value
  const renamed = services.map((service: unknown) => {
    const check = recordOf(recordOf(service)['check'])
    const heartbeat = recordOf(recordOf(check['target'])['heartbeat'])
    const { serviceId, ...rest } = heartbeat
    if (check['kind'] !== 'FORM' || typeof serviceId !== 'string' || 'service' in heartbeat) return service
    const target = { ...recordOf(check['target']), heartbeat: { ...rest, service: serviceId.toLowerCase() } }
    return { ...recordOf(service), check: { ...check, target } }
  })
  return { ...recordOf(value), services: renamed }
}

/** A value as an object; an empty one for anything else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (most === 0) return true
  return Object.values(value).some((one) => isDeeper(one, most - 1))
}
