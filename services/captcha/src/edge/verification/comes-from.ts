import {
  type ConnectionFacts,
  judgeConnection,
  judgeHeaderOrder,
  userAgentLengthMax,
  readableUserAgent,
  type RequestHeaders,
} from '@bollard/bot-score'
import { networkOf } from '../../records/store/network-of.ts'
import { type Caller, type EdgeRequest, headerText } from '../request/edge-request.ts'
import type { EdgeContext } from './edge-context.ts'

/** What a call of a widget tells beside its body, whichever server took it in. */
export function comesFrom(
  { isProxy }: Pick<EdgeContext, 'isProxy'>,
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
  if (userAgent.length <= userAgentLengthMax) return headers
  // Spread keeps the order, which is evidence.
  return { ...headers, 'user-agent': readableUserAgent(userAgent) }
}

/**
 * What the connection of a request says against the browser that it names, as bits of the score's server checks: all of it
 * where TLS ends here (`facts`), else the order of its headers, unless a proxy has put them into an order of its own. Who
 * names a proxy in a header need not have come through one, so only `throughProxy` counts: the other end is a trusted proxy.
 */
export function connectionSignals(
  headers: RequestHeaders,
  { facts, throughProxy }: { readonly facts?: ConnectionFacts | undefined; readonly throughProxy: boolean },
): number {
  const userAgent = headerText(headers['user-agent'])
  if (facts !== undefined) return judgeConnection(facts, userAgent)
  return throughProxy ? 0 : judgeHeaderOrder(Object.keys(headers), userAgent, { throughProxy })
}

/** Where a request comes from: its address, and what offline data says about its network. */
export function callerOf(
  context: Pick<EdgeContext, 'readAddress' | 'lookUpNetwork'>,
  { headers, remoteAddress }: EdgeRequest<unknown>,
): Caller {
  const address = context.readAddress(remoteAddress, headers['x-forwarded-for'])
  return { address, network: networkOf(address), facts: context.lookUpNetwork(address) }
}
