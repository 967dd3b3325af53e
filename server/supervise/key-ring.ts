import type { OtherKey } from '@bollard/audit'
import type { Secrets } from './keep-secrets.ts'

const shape = /^([0-9a-f]{64})(?:@(\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?))?$/u

/** Whether a text is an encryption key beside the current one: 64 hexadecimal digits, with a date or without, as in `ab…@2027-01-31`. */
export function isOtherKey(text: string): boolean {
  const found = shape.exec(text)
  return found !== null && (found[2] === undefined || !Number.isNaN(Date.parse(found[2])))
}

export function writeOtherKey({ secret, endsUntil }: OtherKey): string {
  return endsUntil === null ? secret : `${secret}@${endsUntil.toISOString()}`
}

/** The encryption keys beside the current one, for the audit log. */
export function otherKeysOf({ formerEncryptionKeys = [] }: Pick<Secrets, 'formerEncryptionKeys'>): OtherKey[] {
  return formerEncryptionKeys.flatMap((text) => {
    const [, secret, until] = shape.exec(text) ?? []
    return secret === undefined ? [] : [{ secret, endsUntil: until === undefined ? null : new Date(until) }]
  })
}

/** The current encryption key, which seals, and the others, which only open. */
export function encryptionKeysOf(secrets: Secrets): readonly [Buffer, ...Buffer[]] {
  const others = otherKeysOf(secrets).map(({ secret }) => Buffer.from(secret, 'hex'))
  return [Buffer.from(secrets.encryptionKey, 'hex'), ...others]
}

/** The current session secret, which signs, and the others, which only verify. */
export function sessionSecretsOf({
  sessionSecret,
  formerSessionSecrets = [],
}: Secrets): readonly [string, ...string[]] {
  return [sessionSecret, ...formerSessionSecrets]
}
