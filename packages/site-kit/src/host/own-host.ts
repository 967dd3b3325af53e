import { isIP } from 'node:net'

/**
 * Whether a request was meant for the site at `origin`. Somebody else's name that points here would make their page
 * of one origin with ours; addresses and this machine's own name cannot be pointed anywhere.
 */
export function isOwnHost(hostname: string, origin: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/u, '')
  return name === new URL(origin).hostname || name === 'localhost' || isIP(name.replace(/^\[|\]$/gu, '')) !== 0
}
