import { isIPv4, isIPv6 } from 'node:net'
import { leadingGroups } from '@bollard/http'

/** The network of an address as the log keeps it: /24 or /48, never the address itself. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  return isIPv6(address) ? `${leadingGroups(address, 3)}::/48` : '0.0.0.0/0'
}
