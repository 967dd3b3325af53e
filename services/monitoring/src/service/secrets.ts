import type { MonitoringCheck, ProbedCheck } from '@bollard/contracts'
import { type FieldError, ProblemError } from '@bollard/http'
import { probePassKey } from '@bollard/visitor-credentials/probe-pass'
import type { SealedSecret, SecretBox } from '@bollard/webhooks'
import { joinValues, splitValues, sumOfValues } from './form-values.ts'

/** Which field of an authentication is secret, by its kind. */
const secretFields = { BASIC: 'password', BEARER: 'token', CLIENT_CERTIFICATE: 'key' } as const

type Check = MonitoringCheck | ProbedCheck
type Behind = Check & { readonly kind: 'HTTP' | 'WEBSOCKET' | 'FORM' }

/** What is secret of a check; null where it is not given, or there is none. */
interface Secrets {
  /** Of its authentication, or of the fields of its form. */
  readonly own: string | null
  /** The key for its host by which a gateway lets it pass. */
  readonly gateway: string | null
}

const none: Secrets = { own: null, gateway: null }

/** A configuration as it is stored, without its secrets, and the secrets as one text; null where there are none. */
export function splitSecret<C extends Check>(check: C): { readonly config: C; readonly secret: string | null } {
  const { config, given } = takeApart(check)
  return { config, secret: toText(config, given) }
}

/** The configuration with its secrets again, for the one check that needs them; empty ones where there are none. */
export function joinSecret<C extends Check>(config: C, secret: string | null): C {
  const { own, gateway } = fromText(config, secret)
  const whole = withOwn(config, own)
  if (!isBehind(whole)) return whole
  return { ...whole, target: { ...whole.target, gateway: { secret: gateway } } }
}

function withOwn<C extends Check>(config: C, own: string | null): C {
  if (config.kind === 'FORM') return joinValues(config, own) as C
  const authentication = authenticationOf(config)
  if (config.kind !== 'HTTP' || authentication === null) return config
  const target = {
    ...config.target,
    authentication: { ...authentication, [secretFields[authentication.kind]]: own ?? '' },
  }
  return { ...config, target }
}

/** The secret of a gateway is never kept: the key for the host that is checked opens that host to checks, and nothing else. */
function takeApart<C extends Check>(check: C): { readonly config: C; readonly given: Secrets } {
  const { config, own } = withoutOwn(check)
  if (!isBehind(config)) return { config, given: { own, gateway: null } }
  const { secret } = config.target.gateway
  const gateway = secret === null ? null : probePassKey(secret, hostOf(config.target.url)).toString('base64url')
  return { config: { ...config, target: { ...config.target, gateway: { secret: null } } }, given: { own, gateway } }
}

function withoutOwn<C extends Check>(check: C): { readonly config: C; readonly own: string | null } {
  if (check.kind === 'FORM') {
    const { config, secret } = splitValues(check)
    return { config: config as C, own: secret }
  }
  const authentication = authenticationOf(check)
  if (check.kind !== 'HTTP' || authentication === null) return { config: check, own: null }
  const field = secretFields[authentication.kind]
  const own = (authentication as Readonly<Record<string, string | null>>)[field] ?? null
  const target = { ...check.target, authentication: { ...authentication, [field]: null } }
  return { config: { ...check, target }, own }
}

/** Behind a gateway there are two secrets, as JSON; without one the text is the check's own. */
function toText(config: Check, { own, gateway }: Secrets): string | null {
  if (!isBehind(config)) return own
  return own === null && gateway === null ? null : JSON.stringify({ own, gateway })
}

function fromText(config: Check, text: string | null): Secrets {
  if (text === null) return none
  return isBehind(config) ? (JSON.parse(text) as Secrets) : { own: text, gateway: null }
}

/** What is stored sealed of a service; both null where it has no secret. */
export interface StoredSecret {
  readonly secret: Buffer | null
  readonly secretKeyId: number | null
}

type Former = StoredSecret & { readonly config: MonitoringCheck }

const noSecret: StoredSecret = { secret: null, secretKeyId: null }

/**
 * What is to be stored of the secrets that a configuration has or keeps from `former`. Throws `validation-failed` where it lacks one and
 * there is none that it may keep.
 */
export function sealSecret(
  box: SecretBox,
  check: MonitoringCheck,
  owner: string,
  former: Former | null,
): { readonly config: MonitoringCheck } & StoredSecret {
  const { config, given } = takeApart(check)
  const known = former === null ? none : keptFor(box, config, owner, former)
  const needed = neededOf(config)
  const own = config.kind === 'FORM' ? sumOfValues(config, given.own, known.own) : (given.own ?? known.own)
  const gateway = given.gateway ?? known.gateway
  const errors = [
    ...(needed.own !== null && config.kind !== 'FORM' && own === null ? [required(needed.own)] : []),
    ...(needed.gateway !== null && gateway === null ? [required(needed.gateway)] : []),
  ]
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
  const secrets = { own: needed.own === null ? null : own, gateway: needed.gateway === null ? null : gateway }
  return { config, ...sealed(box, toText(config, secrets), owner) }
}

const required = (pointer: string): FieldError => ({ pointer, code: 'required' })

/** What a changed check may keep of what it had. */
function keptFor(box: SecretBox, config: MonitoringCheck, owner: string, former: Former): Secrets {
  const text = openSecret(box, owner, former) ?? splitSecret(former.config).secret
  return usable(config, former.config, fromText(former.config, text))
}

/** What a check may use of the secrets of another configuration of its service: its own by `mayUse`, and a key for the same server. */
function usable(config: Check, former: Check, { own, gateway }: Secrets): Secrets {
  const isSame = isBehind(config) && isBehind(former) && originOf(config) === originOf(former)
  return { own: mayUse(config, former) ? own : null, gateway: isSame ? gateway : null }
}

/** The secrets that a check brings, and where it brings none those of its stored configuration that it may use, as `joinSecret` takes them. */
export function mergeSecrets(
  check: Check,
  stored: { readonly config: Check; readonly text: string | null },
): string | null {
  const { config, given } = takeApart(check)
  const kept = usable(config, stored.config, fromText(stored.config, stored.text))
  // A form has the values that it brings in it.
  const own = config.kind === 'FORM' ? kept.own : (given.own ?? kept.own)
  return toText(config, { own, gateway: given.gateway ?? kept.gateway })
}

function sealed(box: SecretBox, secret: string | null, owner: string): StoredSecret {
  if (secret === null) return noSecret
  const { keyId, bytes } = box.seal(secret, owner)
  return { secret: bytes, secretKeyId: keyId }
}

/** Where in a service the secrets of its check stand; null where it has none. */
function neededOf(check: Check): { readonly own: string | null; readonly gateway: string | null } {
  return { own: ownPathOf(check), gateway: isBehind(check) ? '/check/target/gateway/secret' : null }
}

/** Where in a service all secrets of its check stand. */
export function secretPathsOf(check: Check): string[] {
  return Object.values(neededOf(check)).filter((path) => path !== null)
}

/** Where those stand that a check brings. */
export function givenSecretPathsOf(check: Check): string[] {
  const { config, given } = takeApart(check)
  const { own, gateway } = neededOf(config)
  return [given.own === null ? null : own, given.gateway === null ? null : gateway].filter((path) => path !== null)
}

function ownPathOf(check: Check): string | null {
  if (check.kind === 'FORM') return check.target.fields.length === 0 ? null : '/check/target/fields'
  const authentication = authenticationOf(check)
  return authentication && `/check/target/authentication/${secretFields[authentication.kind]}`
}

/** The secret of a stored service; null without one, or when its key is gone. */
export function openSecret(box: SecretBox, owner: string, { secret, secretKeyId }: StoredSecret): string | null {
  if (secret === null || secretKeyId === null) return null
  return box.open({ keyId: secretKeyId, bytes: secret } satisfies SealedSecret, owner)
}

/** Only at the host that it was kept for: else whoever may change a service could have its password sent to themselves. */
function mayUse(check: Check, former: Check): boolean {
  if (check.kind === 'FORM' && former.kind === 'FORM') return originOf(check) === originOf(former)
  if (check.kind !== 'HTTP' || former.kind !== 'HTTP') return false
  return originOf(check) === originOf(former) && authenticationOf(check)?.kind === authenticationOf(former)?.kind
}

function originOf({ target: { url } }: Extract<Check, { readonly target: { readonly url: string } }>): string {
  return new URL(url).origin
}

/** As a gateway reads it of a request. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[(.*)\]$/u, '$1').replace(/\.$/u, '')
}

function isBehind<C extends Check>(
  check: C,
): check is C & Behind & { readonly target: { readonly gateway: { readonly secret: string | null } } } {
  const isKind = check.kind === 'HTTP' || check.kind === 'WEBSOCKET' || check.kind === 'FORM'
  return isKind && check.target.gateway !== undefined
}

function authenticationOf(check: Check) {
  return check.kind === 'HTTP' ? check.target.authentication : null
}
