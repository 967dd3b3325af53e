import { gclidSchema, referralCodeSchema } from '@bollard/contracts'
import { apiOf, attempt, type Consent, consentCookies, scopeOf } from '@bollard/site-kit/server'
import { redirect, type RouterContextProvider } from 'react-router'

/** The click id that an advertisement has put into an address; null without one that can be one. */
function clickIn(value: unknown): string | null {
  const parsed = gclidSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** The code of a partner that a referral link has put into an address; null without one that can be one. */
function codeIn(value: unknown): string | null {
  const parsed = referralCodeSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** What has brought a visitor to an address. */
export function broughtBy(request: Request): { gclid: string | null; referralCode: string | null } {
  const search = new URL(request.url).searchParams
  return { gclid: clickIn(search.get('gclid')), referralCode: codeIn(search.get('ref')) }
}

/**
 * Remembers what a visitor has answered and leads back to the page they came from. With a yes the click that brought them is kept;
 * where that fails the answer holds all the same, and the click is forgotten. Whose code came is asked when a solution is created.
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
    const kept = await attempt(
      apiOf(context, request).createAdvertisingToken({
        advertisingTokenNewDto: { gclid, consent, landingPath, locale: language },
      }),
    )
    token = kept.ok ? kept.value.id : null
  }
  setCookies.push(
    ...consentCookies(site, answer, { advertisingToken: token, referralCode: codeIn(form.get('referralCode')) }),
  )
  return redirect(landingPath, 303)
}

function pathOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 300 && /^\/[a-z]{2}(?:\/[\w-]+)*$/u.test(value) ? value : null
}
