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

const nowhere = (): boolean => false
