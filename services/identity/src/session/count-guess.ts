import type { Caller, IdentityContext } from '../identity-context.ts'
import { limitedIp } from '../request/rate-limit.ts'

/**
 * Counts one guess of an account's password before it is checked, wherever it is asked for. Throws `rate-limited` above the
 * limits. Answers what to call when the password was right: only failures count, and only per account and address, so nobody
 * can lock somebody else out.
 */
export async function countGuess({ limiter }: IdentityContext, caller: Caller, email: string): Promise<() => Promise<void>> {
  const ip = limitedIp(caller.ip)
  await limiter.take('signInPerIp', ip)
  await limiter.take('signInPerAccountAndIp', `${email}\0${ip}`)
  return async () => {
    await limiter.giveBack('signInPerIp', ip)
    await limiter.reset('signInPerAccountAndIp', `${email}\0${ip}`)
  }
}
