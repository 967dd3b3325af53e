import { createHmac, hkdfSync } from 'node:crypto'
import { isSameText } from './token.ts'

/** What keys are made for; each use has one of its own, so that nothing signed for one passes for another. */
export type KeyUse = 'email-code' | 'unsubscribe' | 'totp-secret' | 'session-rotation' | 'known-browser'

/** The secret of the service, or several of them: the first one signs, all of them verify, so that one can follow another (0073). */
export type Secrets = string | readonly [string, ...string[]]

export const allSecrets = (secrets: Secrets): readonly [string, ...string[]] =>
  typeof secrets === 'string' ? [secrets] : secrets

/** The one that signs. */
export const newestSecret = (secrets: Secrets): string => allSecrets(secrets)[0]

/** 256 bits for one use, from the secret of the service that signs. */
export function deriveKey(secrets: Secrets, use: KeyUse): Buffer {
  return Buffer.from(hkdfSync('sha256', newestSecret(secrets), '', `bollard identity ${use}`, 32))
}

/** HMAC-SHA256 of `text` in base64url, under the key of `use`. */
export function keyedHash(secrets: Secrets, use: KeyUse, text: string): string {
  return createHmac('sha256', deriveKey(secrets, use)).update(text).digest('base64url')
}

/** Whether `hash` is what `keyedHash` makes of `text`, now or with a secret from before. */
export function isKeyedHash(hash: string, secrets: Secrets, use: KeyUse, text: string): boolean {
  return allSecrets(secrets).some((secret) => isSameText(hash, keyedHash(secret, use, text)))
}
