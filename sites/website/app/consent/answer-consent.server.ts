import { gclidSchema } from '@bollard/contracts'
import { apiOf, attempt, type Consent, consentCookies, scopeOf } from '@bollard/site-kit/server'
import { redirect, type RouterContextProvider } from 'react-router'

/** The click id that an advertisement has put into an address; null without one that can be one. */
export function clickIn(value: unknown): string | null {
  const parsed = gclidSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

/**
 * Remembers what a visitor has answered and leads back to the page they came from. With a yes the click that brought them is kept;
 * where that fails the answer holds all the same, and the click is forgotten.
 */
export async function answerConsent(context: Readonly<RouterContextProvider>, request: Request): Promise<Response> {
  const { site, language, madeAt, setCookies } = scopeOf(context, request)
  const form = await request.formData()
  const answer: Consent = form.get('cookie_consent') === 'accepted' ? 'accepted' : 'rejected'
  const landingPath = pathOf(form.get('from')) ?? `/${language}/products/captcha`
  const gclid = clickIn(form.get('gclid'))
  let token: string | null = null
  if (answer === 'accepted' && gclid !== null) {
    // Nothing is asked for beyond measuring, so nothing beyond it is agreed to.
    const consent = { adUserData: true, adPersonalization: false, at: new Date(madeAt).toISOString() }
    const kept = await attempt(apiOf(context, request).createAdvertisingToken({ advertisingTokenNewDto: { gclid, consent, landingPath, locale: language } }))
    token = kept.ok ? kept.value.id : null
  }
  setCookies.push(...consentCookies(site, answer, token))
  return redirect(landingPath, 303)
}

function pathOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 300 && /^\/[a-z]{2}(?:\/[\w-]+)*$/u.test(value) ? value : null
}
