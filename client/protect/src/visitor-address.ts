import { isIP } from 'node:net'

/**
 * Whose request it is: the last address in the chain that is no declared proxy. `forwardedFor` is believed as far as proxies wrote it,
 * so what a visitor puts in front of it counts for nothing. Null where the connection has no address.
 */
export function visitorAddress(
  peer: string | null | undefined,
  forwardedFor: string | null | undefined,
  isTrusted: (address: string) => boolean,
): string | null {
  let visitor = plain(peer ?? '')
  if (visitor === null) return null
  const chain = (forwardedFor ?? '').split(',').toReversed()
  for (const told of chain) {
    if (!isTrusted(visitor)) return visitor
    const before = plain(told)
    // A proxy that could not say who asked it hides all who came before.
    if (before === null) return visitor
    visitor = before
  }
  return visitor
}

/** Without a port, brackets, a zone, or the IPv6 form of an IPv4 address; null for what is no address. */
function plain(written: string): string | null {
  const text = written.trim().toLowerCase()
  const bare = /^\[([^\]]+)\](?::\d+)?$/u.exec(text)?.[1] ?? /^([\d.]+):\d+$/u.exec(text)?.[1] ?? text
  const address = bare.replace(/^::ffff:(?=\d+\.)/u, '').replace(/%.*$/u, '')
  return isIP(address) === 0 ? null : address
}
