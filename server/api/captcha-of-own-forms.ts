import type { CaptchaPort } from '@bollard/identity-service'
import type { OwnSite } from '../own-sites.ts'

const waitMsMax = 5_000

/**
 * Asks our own captcha about the token of a form, over HTTP as any customer's server does, since the edge may run elsewhere.
 * `siteOf` tells the keys when a form comes. A service that does not answer lets people through, with tighter limits.
 */
export function captchaOfOwnForms(edgeUrl: string, siteOf: () => OwnSite | null): CaptchaPort {
  return {
    async verify(token) {
      const site = siteOf()
      if (site === null) return 'unavailable'
      try {
        const response = await fetch(`${edgeUrl}/captcha/v1/siteverify`, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(waitMsMax),
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ secret: site.secretKey, response: token }),
        })
        if (!response.ok) return 'unavailable'
        const answer: unknown = await response.json()
        return typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true
          ? 'passed'
          : 'refused'
      } catch {
        return 'unavailable'
      }
    },
  }
}
