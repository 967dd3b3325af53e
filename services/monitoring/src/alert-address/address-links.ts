import { idSchema } from '@bollard/contracts'
import type { SecretBox } from '@bollard/webhooks'
import type { ChannelPorts } from '../channel-ports.ts'

type Urls = Pick<ChannelPorts, 'apiUrl' | 'identityUrl'>

/** Tells links of alerts of monitoring from those of captchas, which lead to the same pages. */
const prefix = 'mon_'
const purpose = 'stops alerts to an address'

/** The page with the button that confirms an address. */
export function confirmPage({ identityUrl }: Urls, language: string, token: string): string {
  return `${identityUrl}/${language}/confirm-alerts?token=${token}`
}

/** The page where a person ends alerts. */
export function stopPage({ identityUrl }: Urls, language: string, token: string): string {
  return `${identityUrl}/${language}/unsubscribe-alerts?token=${encodeURIComponent(token)}`
}

/** For the `List-Unsubscribe` header: a POST ends the mails, a GET only shows the page (RFC 8058). */
export function stopUrl({ apiUrl }: Urls, token: string): string {
  return `${apiUrl}/monitoring/v1/alert-addresses/unsubscriptions?token=${token}`
}

/** A token that confirms once. Only its hash is stored. */
export function confirmToken(randomBytes: (size: number) => Buffer): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`
}

/** A token that ends alerts to an address, for as long as the key that sealed it is known. Nothing of it is stored. */
export function stopToken(box: SecretBox, addressId: string): string {
  const { keyId, bytes } = box.seal(addressId, purpose)
  return `${prefix}${keyId}.${bytes.toString('base64url')}`
}

/** Whose alerts a token ends; null for anything that we have not sealed for this. */
export function readStopToken(box: SecretBox, token: string): string | null {
  const [, key, bytes] = /^mon_(\d{1,9})\.([\w-]{20,300})$/u.exec(token) ?? []
  if (key === undefined || bytes === undefined) return null
  const id = box.open({ keyId: Number(key), bytes: Buffer.from(bytes, 'base64url') }, purpose)
  return idSchema.safeParse(id).success ? id : null
}
