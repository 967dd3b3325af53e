import { createHmac } from 'node:crypto'

/** One message of Standard Webhooks 1.0 (standardwebhooks.com). */
export interface WebhookMessage {
  /** Tells the message from every other, and stays the same when it is sent again. Has no dot. */
  readonly id: string
  /** Seconds since 1970, of this try. */
  readonly timestamp: number
  /** The very text that is sent. */
  readonly body: string
}

const prefix = 'whsec_'
const secretBytes = 32

/** A new secret as its owner sees it: `whsec_` and 32 random bytes in base64. */
export function createWebhookSecret(randomBytes: (size: number) => Buffer): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

/**
 * The three headers of a message, with one signature for each secret, separated by blanks: while a secret is being
 * replaced, receivers accept the message with the old one and with the new one. Throws `RangeError` for a secret of another
 * shape and for an id with a dot, which would let one signature stand for two messages.
 */
export function signWebhook(
  message: WebhookMessage,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  if (secrets.length === 0) throw new RangeError('a webhook needs a secret')
  if (!/^[\w-]{1,100}$/u.test(message.id))
    throw new RangeError('the id of a webhook message is letters, digits, dashes')
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(message, secret).toString('base64')}`).join(' '),
  }
}

/** HMAC-SHA256 over `id.timestamp.body`, under the bytes behind the secret's prefix. */
export function signatureOf({ id, timestamp, body }: WebhookMessage, secret: string): Buffer {
  return createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest()
}

function keyOf(secret: string): Buffer {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : ''
  const key = Buffer.from(text, 'base64')
  if (key.length < 24 || key.length > 64 || key.toString('base64') !== text)
    throw new RangeError('a webhook secret is whsec_ and 24 to 64 bytes in base64')
  return key
}
