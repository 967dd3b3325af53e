import type { OtherKey } from '@bollard/audit'
import type { Secrets } from './keep-secrets.ts'
import { readOtherKey } from './other-key.ts'

/** The encryption keys beside the current one, for the audit log. */
export function otherKeysOf({ formerEncryptionKeys = [] }: Pick<Secrets, 'formerEncryptionKeys'>): OtherKey[] {
  return formerEncryptionKeys.flatMap((text) => readOtherKey(text) ?? [])
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
