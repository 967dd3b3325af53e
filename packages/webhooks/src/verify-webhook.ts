import { timingSafeEqual } from 'node:crypto'
import { signatureOf } from './sign-webhook.ts'

export type WebhookReading = 'valid' | 'headers-missing' | 'too-old' | 'too-new' | 'signature-invalid'

const toleranceSeconds = 300

/**
 * Whether a message came from who holds the secret, within five minutes of `nowSeconds`. `body` is the text as received;
 * names in `headers` are in lower case, as Node has them.
 */
export function verifyWebhook(
  { headers, body }: { headers: Readonly<Record<string, string | string[] | undefined>>; body: string },
  secret: string,
  nowSeconds: number,
): WebhookReading {
  const { 'webhook-id': id, 'webhook-timestamp': stamp, 'webhook-signature': signatures } = headers
  if (
    typeof id !== 'string' ||
    typeof stamp !== 'string' ||
    typeof signatures !== 'string' ||
    !/^\d{1,12}$/u.test(stamp)
  )
    return 'headers-missing'
  const timestamp = Number(stamp)
  if (timestamp < nowSeconds - toleranceSeconds) return 'too-old'
  if (timestamp > nowSeconds + toleranceSeconds) return 'too-new'
  const expected = signatureOf({ id, timestamp, body }, secret)
  return signatures.split(' ').some((signature) => isSame(signature, expected)) ? 'valid' : 'signature-invalid'
}

function isSame(signature: string, expected: Buffer): boolean {
  if (!signature.startsWith('v1,')) return false
  const given = Buffer.from(signature.slice(3), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
