import { type LookupFunction } from 'node:net'
import { isPublicAddress } from './is-public-address.ts'

/** An address that a name has: 4 or 6 as family. */
export interface HostAddress {
  readonly address: string
  readonly family: number
}

export interface HostRules {
  /** Whether addresses of private networks are fine too. */
  readonly allowPrivate: boolean
  /** All addresses of a name; rejects where they cannot be found out. */
  readonly resolve: (host: string) => Promise<readonly HostAddress[]>
  /** Whether an address belongs to the internet; by what is known of its network by default. */
  readonly isPublic?: (address: string) => boolean
}

/** `isPublic` is false where any of the addresses may belong to a private network. */
export interface PublicHost {
  readonly addresses: readonly HostAddress[]
  readonly isPublic: boolean
  readonly fault: 'private-address' | null
}

/**
 * The addresses of a host that somebody else named. Every one of them must be public, or none is used: a name with one public and
 * one private address would otherwise lead inside at the next try. Connect to these addresses alone (`lookupOf`), so that
 * the name cannot point elsewhere between check and use (DNS rebinding). Rejects as `resolve` does.
 */
export async function resolvePublic(
  host: string,
  { allowPrivate, resolve, isPublic = isPublicAddress }: HostRules,
): Promise<PublicHost> {
  const addresses = await resolve(host)
  const all = addresses.every(({ address }) => isPublic(address))
  return { addresses, isPublic: all, fault: all || allowPrivate ? null : 'private-address' }
}

/** Answers every look-up with addresses that were checked before. */
export function lookupOf(addresses: readonly HostAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (options.all === true) callback(null, [...addresses])
    else if (first === undefined) callback(new Error('no address'), '', 0)
    else callback(null, first.address, first.family)
  }
}

const localNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)\.?$/iu

/** Whether a name means the machine or the network of whoever asks for it: such names are not even looked up. */
export function isLocalName(host: string): boolean {
  return localNames.test(host) || !host.replace(/\.$/u, '').includes('.')
}
