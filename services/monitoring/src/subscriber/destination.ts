import { createHash } from 'node:crypto'
import { emailSchema, type SubscriberChannel } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { addressFault, type SecretBox } from '@bollard/webhooks'

/** What lies sealed of a subscriber. */
export interface Secrets {
  readonly destination: string
  /** Opens the links in messages. */
  readonly token: string
}
interface SealedRow {
  readonly id: string
  readonly sealed: Buffer
  readonly keyId: number
}

const slackHosts = new Set(['hooks.slack.com', 'hooks.slack-gov.com'])

/** The one way to write a destination. Throws `validation-failed` for one that the channel cannot have. */
export function readDestination(channel: SubscriberChannel, text: string, allowPrivate: boolean): string {
  if (channel === 'EMAIL') {
    const email = emailSchema.safeParse(text)
    if (!email.success) throw refused('email')
    return email.data.toLowerCase()
  }
  const fault = addressFault(text, { allowPrivate })
  if (fault !== null) throw refused(fault)
  if (channel === 'SLACK' && !allowPrivate && !slackHosts.has(new URL(text).hostname)) throw refused('not-slack')
  return new URL(text).href
}

function refused(code: string): ProblemError {
  return new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/destination', code }] })
}

/** Finds a destination again without telling it. */
export function hashDestination(channel: SubscriberChannel, destination: string): Buffer {
  return createHash('sha256').update(`${channel} ${destination}`).digest()
}

/** For whom the secrets of a subscriber are sealed. */
export function contextOf(id: string): string {
  return `subscriber ${id}`
}

/** Seals what belongs to a subscriber. */
export function sealSecrets(box: SecretBox, id: string, secrets: Secrets): { sealed: Buffer; keyId: number } {
  const { bytes, keyId } = box.seal(JSON.stringify(secrets), contextOf(id))
  return { sealed: bytes, keyId }
}

/** Null where the key that sealed it is gone. */
export function openSecrets(box: SecretBox, { id, sealed, keyId }: SealedRow): Secrets | null {
  const text = box.open({ bytes: sealed, keyId }, contextOf(id))
  return text === null ? null : (JSON.parse(text) as Secrets)
}

/** As people see it: of an address that opens something only its host. */
export function shownDestination(box: SecretBox, row: SealedRow & { readonly channel: string }): string {
  const destination = openSecrets(box, row)?.destination ?? ''
  if (row.channel === 'EMAIL' || destination === '') return destination
  return new URL(destination).host
}
