import { hashToken } from '../auth/token.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { limitedIp } from '../request/rate-limit.ts'
import { requireCaptcha } from '../request/require-captcha.ts'

/** Times a limit above which even a captcha buys no quick attempts. */
const farAbove = 4

type GuessContext = Pick<IdentityContext, 'db' | 'limiter' | 'captcha'>
type Guesser = Pick<Caller, 'ip' | 'browserId'>
type Proof = { readonly captchaToken: string | undefined } | null

/**
 * Counts one guess of an account's password before it is checked, wherever it is asked for. Above the limits the guess gets
 * harder and no account is ever locked: where there is a captcha it has to be passed (`captcha-failed`), else guesses have to wait
 * longer and longer (`rate-limited`). `proof` is what the call can carry; null for calls without a captcha.
 *
 * Answers what to call when the password was right: only failures count, and only those of this account from this network are
 * forgotten, so nobody can wipe the slate of others with an account of their own.
 */
export async function countGuess(
  context: GuessContext,
  caller: Guesser,
  email: string,
  proof: Proof = null,
): Promise<() => Promise<void>> {
  const { limiter } = context
  const network = limitedIp(caller.ip)
  const both = `${email}\0${network}`
  const subjects = [
    ['signInPerIp', network],
    ['signInPerAccountAndIp', both],
    ['signInPerAccount', email],
  ] as const
  const [ofNetwork = 0, ofBoth = 0, ofAccount = 0] = await Promise.all(
    subjects.map(([name, subject]) => limiter.count(name, subject)),
  )
  try {
    const mostTimes = Math.max(ofNetwork, ofBoth, ofAccount)
    if (mostTimes > 1 && !(await isProven(context, caller, proof, mostTimes))) {
      if (ofNetwork > 1) await limiter.pace(network)
      if (ofBoth > 1) await limiter.pace(both)
      // However many networks guess at an account, they share one pace; but its owner need not wait for them.
      if (ofAccount > 1 && !(await isKnownBrowser(context, caller, email))) await limiter.pace(email)
    }
  } catch (error) {
    // No guess was made.
    await Promise.all(subjects.map(([name, subject]) => limiter.giveBack(name, subject)))
    throw error
  }
  return async () => {
    await Promise.all([
      limiter.giveBack('signInPerIp', network),
      limiter.giveBack('signInPerAccount', email),
      limiter.reset('signInPerAccountAndIp', both),
      limiter.forgetPace(both),
    ])
  }
}

/** Whether a captcha lets this guess through at once. */
async function isProven({ captcha }: GuessContext, { ip }: Guesser, proof: Proof, mostTimes: number): Promise<boolean> {
  if (captcha === null || proof === null) return false
  return (await requireCaptcha(captcha, proof.captchaToken, ip)) === 'passed' && mostTimes <= farAbove
}

/** Whether somebody has signed in to the account of this address with this browser. */
export async function isKnownBrowser(
  { db }: Pick<GuessContext, 'db'>,
  { browserId }: Guesser,
  email: string,
): Promise<boolean> {
  if (browserId === null) return false
  return (await db.query('identity-browser-of-account', knownSql, [email, hashToken(browserId)])).length > 0
}

const knownSql = `SELECT 1 AS one FROM identity.known_browsers JOIN identity.users ON users.id = known_browsers.user_id
  WHERE users.email = $1 AND known_browsers.browser_hash = $2`
