import type { MonitoringCheck, ProbedCheck } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { SealedSecret, SecretBox } from '@bollard/webhooks'
import { joinValues, splitValues, sumOfValues } from './form-values.ts'

/** Which field of an authentication is secret, by its kind. */
const secretFields = { BASIC: 'password', BEARER: 'token', CLIENT_CERTIFICATE: 'key' } as const

type Check = MonitoringCheck | ProbedCheck

/** A configuration as it is stored, without its secret, and the secret by itself; null where there is none. */
export function splitSecret<C extends Check>(check: C): { readonly config: C; readonly secret: string | null } {
  if (check.kind === 'FORM') {
    const { config, secret } = splitValues(check)
    return { config: config as C, secret }
  }
  const authentication = check.kind === 'HTTP' ? check.target.authentication : null
  if (check.kind !== 'HTTP' || authentication === null) return { config: check, secret: null }
  const field = secretFields[authentication.kind]
  const secret = (authentication as Readonly<Record<string, string | null>>)[field] ?? null
  const target = { ...check.target, authentication: { ...authentication, [field]: null } }
  return { config: { ...check, target }, secret }
}

/** The configuration with its secret again, for the one check that needs it; an empty one where there is none. */
export function joinSecret<C extends Check>(config: C, secret: string | null): C {
  if (config.kind === 'FORM') return joinValues(config, secret) as C
  const authentication = config.kind === 'HTTP' ? config.target.authentication : null
  if (config.kind !== 'HTTP' || authentication === null) return config
  const target = {
    ...config.target,
    authentication: { ...authentication, [secretFields[authentication.kind]]: secret ?? '' },
  }
  return { ...config, target }
}

/** What is stored sealed of a service; both null where it has no secret. */
export interface StoredSecret {
  readonly secret: Buffer | null
  readonly secretKeyId: number | null
}

const noSecret: StoredSecret = { secret: null, secretKeyId: null }

/**
 * What is to be stored of the secret that a configuration has or keeps from `former`. Throws `validation-failed` where it has none and
 * there is none that it may keep.
 */
export function sealSecret(
  box: SecretBox,
  check: MonitoringCheck,
  owner: string,
  former: (StoredSecret & { readonly config: MonitoringCheck }) | null,
): { readonly config: MonitoringCheck } & StoredSecret {
  const { config, secret } = splitSecret(check)
  if (config.kind === 'FORM') {
    const isKept = former !== null && mayUse(config, former.config)
    const known = isKept ? (openSecret(box, owner, former) ?? splitSecret(former.config).secret) : null
    return { config, ...sealed(box, sumOfValues(config, secret, known), owner) }
  }
  if (authenticationOf(config) === null) return { config, ...noSecret }
  if (secret !== null) return { config, ...sealed(box, secret, owner) }
  if (former?.secret && mayUse(config, former.config))
    return { config, secret: former.secret, secretKeyId: former.secretKeyId }
  const pointer = secretPathOf(config) ?? '/check'
  throw new ProblemError('validation-failed', undefined, { errors: [{ pointer, code: 'required' }] })
}

function sealed(box: SecretBox, secret: string | null, owner: string): StoredSecret {
  if (secret === null) return noSecret
  const { keyId, bytes } = box.seal(secret, owner)
  return { secret: bytes, secretKeyId: keyId }
}

/** Whether a check leaves something secret to what is kept of it. */
export function leavesSecret(check: Check): boolean {
  if (check.kind === 'FORM') return check.target.fields.some(({ value }) => value === null)
  return secretPathOf(check) !== null && splitSecret(check).secret === null
}

/** Where in a service the secret of its check stands; null where it has none. */
export function secretPathOf(check: Check): string | null {
  if (check.kind === 'FORM') return check.target.fields.length === 0 ? null : '/check/target/fields'
  const authentication = check.kind === 'HTTP' ? check.target.authentication : null
  return authentication && `/check/target/authentication/${secretFields[authentication.kind]}`
}

/** The secret of a stored service; null without one, or when its key is gone. */
export function openSecret(box: SecretBox, owner: string, { secret, secretKeyId }: StoredSecret): string | null {
  if (secret === null || secretKeyId === null) return null
  return box.open({ keyId: secretKeyId, bytes: secret } satisfies SealedSecret, owner)
}

/** Only at the host that it was kept for: else whoever may change a service could have its password sent to themselves. */
export function mayUse(check: Check, former: Check): boolean {
  if (check.kind === 'FORM' && former.kind === 'FORM')
    return new URL(check.target.url).origin === new URL(former.target.url).origin
  if (check.kind !== 'HTTP' || former.kind !== 'HTTP') return false
  const [one, other] = [check.target, former.target]
  return (
    new URL(one.url).origin === new URL(other.url).origin && one.authentication?.kind === other.authentication?.kind
  )
}

function authenticationOf(check: MonitoringCheck) {
  return check.kind === 'HTTP' ? check.target.authentication : null
}
