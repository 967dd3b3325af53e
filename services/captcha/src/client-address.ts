import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * The visitor's address: that of the connection, or, when the connection comes from a trusted
 * proxy, the last address in X-Forwarded-For that no trusted proxy wrote. `trustedProxies` are
 * addresses or networks ("10.0.0.0/8").
 */
export function createAddressReader(trustedProxies: readonly string[]): (remote: string | undefined, forwardedFor: string | string[] | undefined) => string {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) addNetwork(trusted, proxy)
  const isTrusted = (address: string): boolean => trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

  return (remote, forwardedFor) => {
    let address = plain(remote ?? '')
    if (forwardedFor === undefined || trustedProxies.length === 0) return address
    const hops = String(forwardedFor).split(',')
    while (address !== '' && isTrusted(address)) {
      const hop = plain(hops.pop()?.trim() ?? '')
      if (!isIPv4(hop) && !isIPv6(hop)) return address
      address = hop
    }
    return address
  }
}

/** The network of an address as the log keeps it: /24 or /48, never the address itself. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  if (!isIPv6(address)) return '0.0.0.0/0'
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  // With "::" the rest is zero up to the tail; a tail reaching into the first three groups is not possible with eight groups unless it is long.
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - tailGroups.length)
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...tailGroups]
  return `${all
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/48`
}

/** IPv4 addresses arrive as "::ffff:192.0.2.1" on a socket that listens to both families. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && isIPv4(address.slice(7)) ? address.slice(7) : address
}

function addNetwork(list: BlockList, proxy: string): void {
  const [address = '', bits] = proxy.split('/')
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
}
