import { hash } from 'node:crypto'
import { isDatabaseAway } from '@bollard/http'
import type { CaptchaPort, KeyOfCaptcha } from '../captcha-port.ts'

/** Of one process. */
const keptMax = 10_000
/** How long a key that was good is believed while nobody can look it up. */
const graceMs = 15 * 60_000

/**
 * The captcha's keys, also while its database is away: a server whose key was good a moment ago gets decisions meanwhile, made by what each
 * limiter's owner chose for an outage. A key that is unknown then is told so by what `findKey` rejects with.
 */
export function rememberKeys(captcha: CaptchaPort): CaptchaPort {
  const known = new Map<string, { readonly key: KeyOfCaptcha; readonly at: number }>()
  return {
    ...captcha,
    async findKey(secretKey, address) {
      const name = hash('sha256', `${secretKey} ${address}`)
      try {
        const key = await captcha.findKey(secretKey, address)
        known.delete(name)
        if (key === null) return null
        const [oldest] = known.size >= keptMax ? known.keys() : []
        if (oldest !== undefined) known.delete(oldest)
        known.set(name, { key, at: performance.now() })
        return key
      } catch (error) {
        const kept = known.get(name)
        if (kept === undefined || performance.now() - kept.at > graceMs || !isDatabaseAway(error)) throw error
        return kept.key
      }
    },
  }
}
