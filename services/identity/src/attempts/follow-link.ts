import { ProblemError, limitedIp } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashToken } from '../secrets/token.ts'

/**
 * Runs `use` with the token of a mail's link, as its table keeps it. Throws `rate-limited` where too many tokens of this network were
 * refused: only failures count, since a whole school may follow its links from one address.
 */
export async function followLink<T>(
  { limiter }: Pick<IdentityContext, 'limiter'>,
  token: string,
  call: Pick<Call, 'from'>,
  use: (tokenHash: string) => Promise<T>,
  limit: 'verifyPerIp' | 'resetTokenPerIp' = 'verifyPerIp',
): Promise<T> {
  const ip = limitedIp(call.from.ip)
  await limiter.take(limit, ip)
  const result = await use(hashToken(token))
  await limiter.giveBack(limit, ip)
  return result
}

/** Why a link is refused: `token-expired` while its token is still known, else `token-invalid`. */
export function deadLink(isKnown: boolean, expired: string): ProblemError {
  return isKnown ? new ProblemError('token-expired', expired) : unknownLink()
}

export function unknownLink(): ProblemError {
  return new ProblemError('token-invalid', 'The link was used already, was replaced by a newer one, or is incomplete.')
}
