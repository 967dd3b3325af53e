import { isKnownBrowser } from '../browser/known-browser.ts'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { limitedIp } from '@bollard/http'

/** What somebody can have mailed to an address that they only have to type. */
export type AskedMail = 'SIGN_UP' | 'RESEND' | 'PASSWORD_RESET' | 'EMAIL_CHANGE' | 'ADDRESS_TEST' | 'FACTOR_REMOVAL'

/**
 * Counts one mail before it is written, or throws `rate-limited`. Each kind has a count for each network, so that no network uses
 * up what another one may ask for; all together have a ceiling that one network alone cannot reach. Above the ceiling the owner
 * still gets mails, from a browser that has signed in to the account before. `email` is normalised.
 */
export async function countMail(
  context: Pick<IdentityContext, 'db' | 'limiter' | 'secret' | 'secure' | 'now'>,
  call: Call,
  kind: AskedMail,
  email: string,
): Promise<void> {
  await context.limiter.take('mailPerAddressAndIp', `${kind}\0${email}\0${limitedIp(call.from.ip)}`)
  if (await isKnownBrowser(context, call, email)) return
  await context.limiter.take('mailPerAddress', email)
}
