import { networkOf } from '../network-of.ts'
import type { EdgePorts } from './edge-ports.ts'
import type { Caller, EdgeRequest } from './edge-request.ts'

/** Where a request comes from: its address, and what offline data tells of its network. */
export function callerOf(
  ports: Pick<EdgePorts, 'readAddress' | 'lookUpNetwork'>,
  { headers, remoteAddress }: EdgeRequest<unknown>,
): Caller {
  const address = ports.readAddress(remoteAddress, headers['x-forwarded-for'])
  return { address, network: networkOf(address), facts: ports.lookUpNetwork(address) }
}
