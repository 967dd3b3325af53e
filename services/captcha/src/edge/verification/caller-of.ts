import { networkOf } from '../../records/store/network-of.ts'
import type { EdgePorts } from './edge-context.ts'
import type { Caller, EdgeRequest } from '../request/edge-request.ts'

/** Where a request comes from: its address, and what offline data tells of its network. */
export function callerOf(
  ports: Pick<EdgePorts, 'readAddress' | 'lookUpNetwork'>,
  { headers, remoteAddress }: EdgeRequest<unknown>,
): Caller {
  const address = ports.readAddress(remoteAddress, headers['x-forwarded-for'])
  return { address, network: networkOf(address), facts: ports.lookUpNetwork(address) }
}
