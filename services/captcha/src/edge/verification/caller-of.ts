import { networkOf } from '../../records/store/network-of.ts'
import type { Caller, EdgeRequest } from '../request/edge-request.ts'
import type { EdgeContext } from './edge-context.ts'

/** Where a request comes from: its address, and what offline data tells of its network. */
export function callerOf(
  context: Pick<EdgeContext, 'readAddress' | 'lookUpNetwork'>,
  { headers, remoteAddress }: EdgeRequest<unknown>,
): Caller {
  const address = context.readAddress(remoteAddress, headers['x-forwarded-for'])
  return { address, network: networkOf(address), facts: context.lookUpNetwork(address) }
}
