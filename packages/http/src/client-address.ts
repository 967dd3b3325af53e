import { BlockList, isIP, isIPv6 } from 'node:net'
import { parseAddress, parsed } from '@bollard/addresses'
import { noteUntrustedForwarding } from './untrusted-forwarding.ts'

export type AddressReader = (remote: string | undefined, forwardedFor: string | readonly string[] | undefined) => string

/**
 * The visitor's address: that of the connection, or, when the connection comes from a trusted
 * proxy, the last address in X-Forwarded-For that no trusted proxy wrote. `trustedProxies` are
 * addresses or networks ("10.0.0.0/8"). Without any address it is "".
 */
export function createAddressReader(trustedProxies: readonly string[]): AddressReader {
  const isProxy = createProxyReader(trustedProxies)
  const isTrusted = trustOf(trustedProxies)
  return (remote = '', forwardedFor) => {
    let address = plainAddress(remote) ?? ''
    if (forwardedFor === undefined) return address
    let goesOn = isProxy(remote)
    if (!goesOn) noteUntrustedForwarding()
    const hops = String(forwardedFor).split(',')
    while (goesOn) {
      const hop = hopOf(hops.pop()?.trim() ?? '')
      if (hop === null) return address
      address = hop
      goesOn = isTrusted(address)
    }
    return address
  }
}

/** Whether an address, such as that of the other end of a connection, is one of `trustedProxies` (addresses or networks). */
export function createProxyReader(trustedProxies: readonly string[]): (remote: string | undefined) => boolean {
  const isTrusted = trustOf(trustedProxies)
  // Behind a proxy all connections come from few addresses, and asking the list costs more than all else that reads an address.
  let last = { remote: '', isProxy: false }
  return (remote = '') => {
    if (trustedProxies.length === 0) return false
    if (remote !== last.remote) last = { remote, isProxy: isTrusted(plainAddress(remote) ?? '') }
    return last.isProxy
  }
}

function trustOf(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) addNetwork(trusted, proxy)
  return (address) => address !== '' && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** An entry of X-Forwarded-For: some proxies (Azure's Application Gateway, IIS) add the port. Null for anything that is no address. */
function hopOf(text: string): string | null {
  const withPort = /^(?:\[([^\]]{2,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/u.exec(text)
  return plainAddress(withPort?.[1] ?? withPort?.[2] ?? text)
}

/** `::ffff:10.0.0.1`, as a socket for both families tells it, is 10.0.0.1; null for anything that is no address. */
export function plainAddress(text: string): string | null {
  const address = text.startsWith(':') && /^::ffff:\d+\.\d+\.\d+\.\d+$/iu.test(text) ? text.slice(7) : text
  return isIP(address) === 0 ? null : address
}

/** The first `count` of the eight groups of an IPv6 address, as in "2001:db8:0". */
export function leadingGroups(address: string, count: number): string {
  parseAddress(address.split('%')[0] ?? '')
  const [first = 0] = parsed.words
  const words = parsed.family === 4 ? [0, 0, 0xffff, first] : [...parsed.words]
  return words
    .flatMap((word) => [(word >>> 16).toString(16), (word & 0xffff).toString(16)])
    .slice(0, count)
    .join(':')
}

function addNetwork(list: BlockList, proxy: string): void {
  const [address = '', bits] = proxy.split('/')
  if (isIP(address) === 0) throw new Error(`"${proxy}" is neither an address nor a CIDR range`)
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
}
