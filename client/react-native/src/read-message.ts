/** What the page in the WebView tells its component. */
export type PageMessage =
  | { readonly type: 'ready' | 'started' | 'expired' | 'reset' }
  | { readonly type: 'size'; readonly height: number }
  | { readonly type: 'throttled'; readonly code: string; readonly retryAfterSeconds: number }
  | { readonly type: 'solved'; readonly token: string; readonly verificationId: string }
  /** What `execute` ended with. */
  | { readonly type: 'executed'; readonly token: string }
  | { readonly type: 'rejected' | 'unavailable'; readonly code: string }
  | {
      readonly type: 'failed'
      readonly code: string
      readonly failover: boolean
      /** What the form may be submitted with, if `failover`; otherwise empty. */
      readonly token: string
      readonly verificationId: string
    }

/** A token is below 4 kB; nothing else is longer. */
const messageLengthMax = 16_384
const heightMax = 1_000
const word = /^[\w-]{1,64}$/u

interface Heard {
  /** As the WebView gave it. */
  readonly data: unknown
  /** Address of the document that sent it, as the WebView says. */
  readonly url: unknown
}

interface Expected {
  readonly channel: string
  /** Of the page. */
  readonly baseUrl: string
}

/**
 * Reads a message of the page; null where it isn't one. Anything that runs in the WebView may send messages, so only those of the right
 * document, with the channel of this component and of a known shape, count.
 */
export function readMessage({ data, url }: Heard, { channel, baseUrl }: Expected): PageMessage | null {
  if (typeof data !== 'string' || data.length > messageLengthMax) return null
  // Android names a page that the app itself wrote `about:blank` or `data:`, so only the address of another website tells.
  if (originOf(url) !== '' && originOf(url) !== originOf(baseUrl)) return null
  const message = parse(data)
  if (message['bollard'] !== 1 || message['channel'] !== channel) return null
  const { code, token, verificationId, height, retryAfterSeconds, failover, type } = message
  const isCoded = typeof code === 'string' && word.test(code)
  switch (type) {
    case 'ready':
    case 'started':
    case 'expired':
    case 'reset':
      return { type }
    case 'size':
      return isWithin(height, heightMax) ? { type, height } : null
    case 'throttled':
      return isCoded && isWithin(retryAfterSeconds, 86_400) ? { type, code, retryAfterSeconds } : null
    case 'solved':
      return isText(token) && token !== '' && isText(verificationId) ? { type, token, verificationId } : null
    case 'executed':
      return isText(token) && token !== '' ? { type, token } : null
    case 'rejected':
    case 'unavailable':
      return isCoded ? { type, code } : null
    case 'failed': {
      if (!isCoded || typeof failover !== 'boolean') return null
      return {
        type,
        code,
        failover,
        token: failover && isText(token) ? token : '',
        verificationId: isText(verificationId) ? verificationId : '',
      }
    }
    default:
      return null
  }
}

function parse(data: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

/** React Native's own `URL` is not complete everywhere, so this reads no more than it needs. */
export function originOf(url: unknown): string {
  return typeof url === 'string' ? (/^https?:\/\/[^/?#@\\\s]+/iu.exec(url)?.[0].toLowerCase() ?? '') : ''
}

/** Tokens and numbers of verifications are printable and without spaces. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{0,8192}$/u.test(value)
}

function isWithin(value: unknown, max: number): value is number {
  return typeof value === 'number' && value >= 0 && value <= max
}
