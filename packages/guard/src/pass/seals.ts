import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** What a seal says. */
export interface Claims {
  /** Names it, so that it can be used once. */
  readonly id: string
  /** Milliseconds since 1970 until which it holds. */
  readonly until: number
  readonly [name: string]: string | number | boolean | null
}

/** Signed texts that visitors carry. */
export interface Seals {
  /** `purpose` keeps kinds of seals apart; `bound` is covered by the signature and not told: the one who shows the seal has to fit it. */
  seal(purpose: string, bound: string, claims: Claims, now: number): string
  /** Null for whatever is wrong with it. */
  open(purpose: string, bound: string, text: string, now: number): Claims | null
}

const dayMs = 86_400_000
const textMax = 4_096
const form = /^([0-9a-z]{1,6})\.([\w-]{1,3800})\.([\w-]{43})$/u

/** Keys change every day and come from one secret, so that gateways that share it know each other's seals. Yesterday's still open. */
export function createSeals(secret: Uint8Array): Seals {
  const keys = new Map<number, Buffer>()
  function keyOf(day: number): Buffer {
    const known = keys.get(day)
    if (known !== undefined) return known
    const key = Buffer.from(hkdfSync('sha256', secret, '', `bollard gateway seals 1, day ${day}`, 32))
    keys.set(day, key)
    for (const old of keys.keys()) if (old < day - 2) keys.delete(old)
    return key
  }
  function signed(day: number, purpose: string, bound: string, payload: string): Buffer {
    return createHmac('sha256', keyOf(day))
      .update(JSON.stringify([purpose, bound, payload]))
      .digest()
  }
  return {
    seal(purpose, bound, claims, now) {
      const day = Math.floor(now / dayMs)
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return `${day.toString(36)}.${payload}.${signed(day, purpose, bound, payload).toString('base64url')}`
    },
    open(purpose, bound, text, now) {
      const [, dayText = '', payload = '', mac = ''] = (text.length <= textMax && form.exec(text)) || []
      const day = Number.parseInt(dayText, 36)
      const today = Math.floor(now / dayMs)
      if (payload === '' || (day !== today && day !== today - 1)) return null
      if (!timingSafeEqual(signed(day, purpose, bound, payload), Buffer.from(mac, 'base64url'))) return null
      // It was signed here, so it is what was written.
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Claims
      return claims.until > now ? claims : null
    },
  }
}
