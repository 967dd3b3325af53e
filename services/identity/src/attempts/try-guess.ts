import { isKnownBrowser } from '../browser/known-browser.ts'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { InTurn, Visit } from '../limits/fair-queue.ts'
import { limitedIp } from '@bollard/http'
import { networksOf } from '../limits/networks.ts'
import { requireCaptcha } from './require-captcha.ts'

/** Times a limit above which even a captcha buys no quick attempts. */
const farAbove = 4

type GuessContext = Pick<
  IdentityContext,
  'db' | 'limiter' | 'networkCounts' | 'captcha' | 'captchaQueue' | 'hashQueue' | 'secret' | 'secure' | 'now'
>
type Guesser = Pick<Call, 'browserId' | 'cookie'> & { readonly from: Pick<Call['from'], 'ip'> }

export interface Guess {
  /** Normalised. */
  readonly email: string
  /** The account whose session or link the call carries; it needs no captcha then. Null at the sign-in. */
  readonly userId: string | null
  readonly captchaToken?: string | undefined
}

/**
 * Counts one guess of an account's password before `check` looks at it, wherever it is asked for; `check` answers null for a wrong
 * one. Above the limits the guess gets harder and no account is ever locked: where there is a captcha it has to be passed
 * (`captcha-failed`), else guesses have to wait longer and longer (`rate-limited`). Where many guess at once, or
 * have failed in a wide network, strangers have to pass it as well, before the database is asked and anything is hashed.
 *
 * Only failures count, and of a right password only those of this account from this network are forgotten, so nobody can wipe the
 * slate of others with an account of their own.
 */
export async function tryGuess<T>(
  context: GuessContext,
  call: Guesser,
  guess: Guess,
  check: (inTurn: InTurn) => Promise<T | null>,
): Promise<T | null> {
  const isKnown = await isKnownBrowser(context, call, guess.email)
  const prove = captchaOnce(context, call, guess)
  const ofNetworks = await context.networkCounts.count(call.from.ip)
  try {
    // From here to the place nothing may pause, unless for a captcha: guesses at the same moment have to see each other.
    const asksStrangers = ofNetworks.isAbove || context.hashQueue.isCrowded()
    const isProven = !isKnown && prove !== null && asksStrangers && (await prove()) === 'passed'
    const visit: Visit =
      isKnown || guess.userId !== null
        ? { lane: 'KNOWN', path: [guess.email] }
        : { lane: isProven ? 'PROVEN' : 'UNKNOWN', path: networksOf(call.from.ip) }
    const found = await context.hashQueue.hold(visit, async (inTurn) => {
      const counted = await countGuess(context, call, guess, { isKnown, prove })
      const right = await check(inTurn).catch(async (error: unknown) => {
        await counted.giveBack()
        throw error
      })
      if (right !== null) await counted.forgive()
      return right
    })
    if (found !== null) await ofNetworks.giveBack()
    return found
  } catch (error) {
    await ofNetworks.giveBack()
    throw error
  }
}

interface Counted {
  /** The password was right. */
  forgive(): Promise<void>
  /** No guess was made. */
  giveBack(): Promise<void>
}

async function countGuess(
  { limiter }: GuessContext,
  { from: { ip } }: Guesser,
  { email }: Guess,
  { isKnown, prove }: { isKnown: boolean; prove: Prove | null },
): Promise<Counted> {
  const network = limitedIp(ip)
  const both = `${email}\0${network}`
  const subjects = [
    ['signInPerIp', network],
    ['signInPerAccountAndIp', both],
    ['signInPerAccount', email],
  ] as const
  const giveBack = async (): Promise<void> => {
    await Promise.all(subjects.map(([name, subject]) => limiter.giveBack(name, subject)))
  }
  const [ofNetwork = 0, ofBoth = 0, ofAccount = 0] = await Promise.all(
    subjects.map(([name, subject]) => limiter.count(name, subject)),
  )
  try {
    const timesMax = Math.max(ofNetwork, ofBoth, ofAccount)
    if (timesMax > 1 && !(await isProven(prove, timesMax))) {
      if (ofNetwork > 1) await limiter.pace(network)
      if (ofBoth > 1) await limiter.pace(both)
      // However many networks guess at an account, they share one pace; but its owner need not wait for them.
      if (ofAccount > 1 && !isKnown) await limiter.pace(email)
    }
  } catch (error) {
    await giveBack()
    throw error
  }
  return {
    giveBack,
    async forgive() {
      await Promise.all([
        ...subjects
          .filter(([name]) => name !== 'signInPerAccountAndIp')
          .map(([name, subject]) => limiter.giveBack(name, subject)),
        limiter.reset('signInPerAccountAndIp', both),
        limiter.forgetPace(both),
      ])
    },
  }
}

type Prove = () => Promise<'passed' | 'unavailable'>

/** Whether a captcha lets this guess through at once. */
async function isProven(prove: Prove | null, timesMax: number): Promise<boolean> {
  return prove !== null && (await prove()) === 'passed' && timesMax <= farAbove
}

/** Redeems the captcha of a call once, however often it is asked for; null for a call that need not or cannot pass one. */
function captchaOnce(context: GuessContext, { from: { ip } }: Guesser, { userId, captchaToken }: Guess): Prove | null {
  const { captcha } = context
  if (captcha === null || userId !== null) return null
  let verdict: ReturnType<Prove> | undefined
  return () => (verdict ??= requireCaptcha(context, captcha, captchaToken, ip))
}
