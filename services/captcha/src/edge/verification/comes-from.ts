import { type ConnectionFacts, readableUserAgent, longestUserAgent, type RequestHeaders } from '@bollard/bot-score'
import { connectionSignals } from '../request/connection-signals.ts'
import type { EdgePorts } from './edge-context.ts'
import type { EdgeRequest } from '../request/edge-request.ts'
import { headerText } from '../request/header-text.ts'

/** What a call of a widget tells beside its body, whichever server took it in. */
export function comesFrom(
  { isProxy }: Pick<EdgePorts, 'isProxy'>,
  { headers, remoteAddress }: { readonly headers: RequestHeaders; readonly remoteAddress: string | undefined },
  facts?: ConnectionFacts,
): Omit<EdgeRequest<unknown>, 'body'> {
  const short = withShortUserAgent(headers)
  return {
    headers: short,
    remoteAddress,
    connectionSignals: connectionSignals(short, { facts, throughProxy: isProxy(remoteAddress) }),
  }
}

/** Many patterns read the user agent, some of them before any limit is asked. */
function withShortUserAgent(headers: RequestHeaders): RequestHeaders {
  const userAgent = headerText(headers['user-agent'])
  if (userAgent.length <= longestUserAgent) return headers
  // Spread keeps the order, which is evidence.
  return { ...headers, 'user-agent': readableUserAgent(userAgent) }
}
