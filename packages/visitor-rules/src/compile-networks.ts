import { indexNetworks } from './address-index.ts'

/**
 * Tells whether an address lies in one of some networks, in one binary search however many there are; with none of them no
 * address does. Texts that are no network hold nothing, and neither does a text that is no address.
 */
export function compileNetworks(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return nowhere
  const index = indexNetworks([{ bit: 0, networks }], 1)
  return (address) => ((index.sets[index.find(address)] ?? 0) & 1) !== 0
}

/** Whether all of a network, some of it or nothing lies in some other networks. */
export type NetworkOverlap = 'all' | 'some' | 'none'

/** The same for whole networks in CIDR notation, such as those that the log keeps of visitors. */
export function compareNetworks(networks: readonly string[]): (network: string) => NetworkOverlap {
  if (networks.length === 0) return () => 'none'
  const index = indexNetworks([{ bit: 0, networks }], 1)
  return (network) => {
    const found = index.findNetwork(network)
    if (found === null || ((found.some[0] ?? 0) & 1) === 0) return 'none'
    return ((found.all[0] ?? 0) & 1) === 0 ? 'some' : 'all'
  }
}

const nowhere = (): boolean => false
