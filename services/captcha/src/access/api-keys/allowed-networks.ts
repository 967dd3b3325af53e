import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { type FieldError, leadingGroups, plainAddress } from '@bollard/http'

/** Wider networks are a slip of the finger rather than somebody's own. */
const widest = { 4: 8, 6: 16 } as const

export type ParsedNetwork =
  | { readonly ok: true; readonly network: string }
  | { readonly ok: false; readonly code: 'network' | 'too-wide' }

/**
 * Reads an address or a network such as `192.0.2.7/24`, which is kept as `192.0.2.0/24`: every address of it, written as the
 * database writes it. At least /8 for IPv4 and /16 for IPv6.
 */
export function parseNetwork(text: string): ParsedNetwork {
  const [typed = '', width, ...rest] = text.trim().split('/')
  const address = width === undefined ? (plainAddress(typed) ?? typed) : typed
  const family = isIPv4(address) ? 4 : isIPv6(address) && !address.includes('%') ? 6 : null
  if (family === null || rest.length > 0 || !/^(?:0|[1-9]\d{0,2})$/u.test(width ?? '0'))
    return { ok: false, code: 'network' }
  const most = family === 4 ? 32 : 128
  const bits = width === undefined ? most : Number(width)
  if (bits > most) return { ok: false, code: 'network' }
  if (bits < widest[family]) return { ok: false, code: 'too-wide' }
  return { ok: true, network: `${family === 4 ? maskIPv4(address, bits) : maskIPv6(address, bits)}/${bits}` }
}

/** Reads a list of networks, each kept once; with `faults` (JSON pointers `/networks/N`) nothing of it can be used. */
export function parseNetworks(texts: readonly string[]): {
  readonly networks: string[]
  readonly faults: FieldError[]
} {
  const parsed = texts.map(parseNetwork)
  return {
    networks: [...new Set(parsed.flatMap((one) => (one.ok ? [one.network] : [])))],
    faults: parsed.flatMap((one, index) => (one.ok ? [] : [{ pointer: `/networks/${index}`, code: one.code }])),
  }
}

/** Tells whether an address is in one of `networks`; with none of them every address is, and so is a request without any. */
export function compileNetworks(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    // The database leaves the width of a single address away.
    list.addSubnet(address, bits === '' ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return (address) => {
    const plain = plainAddress(address)
    return plain !== null && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}

function maskIPv4(address: string, bits: number): string {
  return address
    .split('.')
    .map((byte, index) => Number(byte) & (0xff00 >> Math.min(8, Math.max(0, bits - index * 8))) & 0xff)
    .join('.')
}

function maskIPv6(address: string, bits: number): string {
  const groups = leadingGroups(address, 8).split(':')
  const masked = groups.map((group, index) =>
    (Number.parseInt(group, 16) & (0xffff_0000 >> Math.min(16, Math.max(0, bits - index * 16))) & 0xffff).toString(16),
  )
  return new URL(`http://[${masked.join(':')}]/`).hostname.slice(1, -1)
}
