import { leadingGroups } from '@bollard/http'

/** Who is here at once, by network. */
export interface Crowd {
  /** Lets somebody of this address in; null where their network has as many here as it may. The answer is called once they leave. */
  enter(address: string): (() => void) | null
}

/** At most `max` of one network: of IPv4 by address, of IPv6 by /64, whose addresses are all one customer's. */
export function createCrowd(max: number): Crowd {
  const here = new Map<string, number>()
  return {
    enter(address) {
      const network = address.includes(':') ? leadingGroups(address, 4) : address
      const count = here.get(network) ?? 0
      if (count >= max) return null
      here.set(network, count + 1)
      return () => {
        const left = (here.get(network) ?? 1) - 1
        if (left === 0) here.delete(network)
        else here.set(network, left)
      }
    },
  }
}
