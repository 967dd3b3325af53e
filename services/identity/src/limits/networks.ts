import { isIPv6 } from 'node:net'
import { leadingGroups, limitedIp } from '@bollard/http'

/**
 * The networks of an address, widest first: an operator's /32, a site's /48 and a household's /64 of IPv6; /16, /24 and the
 * address itself of IPv4.
 */
export function networksOf(ip: string): [provider: string, site: string, household: string] {
  if (isIPv6(ip)) return [`${leadingGroups(ip, 2)}::/32`, `${leadingGroups(ip, 3)}::/48`, limitedIp(ip)]
  const parts = ip.split('.')
  return [`${parts.slice(0, 2).join('.')}.0.0/16`, `${parts.slice(0, 3).join('.')}.0/24`, ip]
}
