import { BlockList, isIPv4, isIPv6 } from 'node:net'

// IANA special-purpose registries, RFC 6890 and its successors; 168.63.129.16 is the host of every Azure machine.
const closedV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** All that is given out to networks; what else there is (loopback, local, mapped, translated …) lies outside. */
const openV6 = ['2000::', 3] as const
/** Protocols and tunnels (Teredo among them), documentation, 6to4: an IPv4 address may hide in them. */
const closedV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closed = new BlockList()
for (const [network, bits] of closedV4) closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of closedV6) closed.addSubnet(network, bits, 'ipv6')
const open = new BlockList()
open.addSubnet(openV6[0], openV6[1], 'ipv6')

/** Whether an address (no brackets, no zone) belongs to the public internet. Anything that is no address does not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  return isIPv6(address) && !address.includes('%') && open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}
