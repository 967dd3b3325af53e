import { type ChannelTarget, channelPresetFields, type PresetField, type ShownChannelTarget } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { createWebhookSecret, type SecretBox } from '@bollard/webhooks'
import type { Secrets } from './channel-kind.ts'

/** Which field of a target is its secret, by its kind. */
const secretFields = {
  WEBHOOK: 'secret',
  SLACK: 'url',
  TEAMS: 'url',
  TELEGRAM: 'token',
  PAGERDUTY: 'routingKey',
} as const

export interface SealedChannel {
  readonly target: ShownChannelTarget
  readonly secret: Buffer | null
  readonly secretKeyId: number | null
  readonly secretNames: readonly string[]
}

/** A target without its secrets, and these by their names; null is one that is to stay as it is. */
export function splitChannel(target: ChannelTarget): {
  shown: ShownChannelTarget
  given: Readonly<Record<string, string | null>>
} {
  switch (target.kind) {
    case 'EMAIL':
      return { shown: target, given: {} }
    case 'PRESET':
    case 'REQUEST': {
      const secrets = Object.fromEntries(Object.keys(target.secrets).map((name) => [name, null]))
      return { shown: { ...target, secrets }, given: target.secrets }
    }
    default: {
      const field = secretFields[target.kind]
      const { [field]: secret, ...rest } = target as unknown as Record<string, string | null>
      return { shown: { ...rest, [field]: null } as unknown as ShownChannelTarget, given: { [field]: secret ?? null } }
    }
  }
}

/** Secrets without which a channel cannot work. */
function needed(target: ChannelTarget): readonly string[] {
  if (target.kind === 'EMAIL') return []
  if (target.kind === 'REQUEST') return Object.keys(target.secrets)
  if (target.kind !== 'PRESET') return [secretFields[target.kind]]
  const fields: readonly PresetField[] = channelPresetFields[target.preset]
  // A pattern that takes nothing is that of a secret which not everybody has.
  return fields
    .filter(({ secret, pattern }) => secret && !(pattern !== undefined && new RegExp(pattern, 'u').test('')))
    .map(({ name }) => name)
}

/**
 * What is stored of a target: without a new secret the `former` one stays, but only where it goes to the same host. `made` is the secret of a
 * webhook that had none. Throws `validation-failed` for secrets that are missing.
 */
export function sealChannel(
  { box, randomBytes }: { readonly box: SecretBox; readonly randomBytes: (size: number) => Buffer },
  target: ChannelTarget,
  owner: string,
  former: SealedChannel | null,
): SealedChannel & { readonly made: string | null } {
  const { shown, given } = splitChannel(target)
  const kept = former !== null && goesTo(former.target) === goesTo(shown) ? openChannel(box, owner, former) : {}
  const isMade = target.kind === 'WEBHOOK' && given.secret === null && kept.secret === undefined
  const made = isMade ? createWebhookSecret(randomBytes) : null
  const secrets: Record<string, string> = made === null ? {} : { secret: made }
  for (const [name, value] of Object.entries(given)) {
    const secret = value ?? kept[name]
    if (secret !== undefined && made === null) secrets[name] = secret
  }
  const group = target.kind === 'PRESET' || target.kind === 'REQUEST' ? 'secrets/' : ''
  // A form that names no secret of a preset leaves what there is.
  if (target.kind === 'PRESET') for (const name of needed(target)) secrets[name] ??= kept[name] ?? ''
  const missing = needed(target).filter((name) => (secrets[name] ?? '') === '')
  if (missing.length > 0) {
    const errors = missing.map((name) => ({ pointer: `/target/${group}${name}`, code: 'required' }))
    throw new ProblemError('validation-failed', undefined, { errors })
  }
  const names = Object.keys(secrets).filter((name) => secrets[name] !== '')
  if (names.length === 0) return { target: shown, secret: null, secretKeyId: null, secretNames: [], made }
  const { keyId, bytes } = box.seal(JSON.stringify(secrets), owner)
  return { target: shown, secret: bytes, secretKeyId: keyId, secretNames: names, made }
}

/** The secrets of a channel; none when their key is gone. */
export function openChannel(
  box: SecretBox,
  owner: string,
  { secret, secretKeyId }: Pick<SealedChannel, 'secret' | 'secretKeyId'>,
): Secrets {
  if (secret === null || secretKeyId === null) return {}
  const text = box.open({ keyId: secretKeyId, bytes: secret }, owner)
  // Sealed by ourselves, from an object of strings.
  return text === null ? {} : (JSON.parse(text) as Secrets)
}

/** Where secrets go: kept ones go nowhere else, or who may change a channel could have them sent to themselves. */
function goesTo(target: ShownChannelTarget): string {
  switch (target.kind) {
    case 'PRESET':
      return `PRESET ${target.preset} ${target.fields.server ?? ''}`
    case 'REQUEST':
      return [target.request, target.resolvedRequest]
        .map((request) => (request === null ? '' : (URL.parse(request.url)?.origin ?? request.url)))
        .join(' ')
    default:
      return target.kind
  }
}
