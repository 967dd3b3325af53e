import type { seenAddressSchema } from '@bollard/contracts'
import { createAddressReader, plainAddress } from '@bollard/http'
import type { z } from 'zod'

export type SeenAddress = z.infer<typeof seenAddressSchema>

export interface SeenAddresses {
  readonly add: (solutionId: string, seen: SeenAddress) => void
  /** Newest first. */
  readonly list: (solutionId: string, at: Date) => SeenAddress[]
}

const keptMs = 3_600_000
const keptMax = 20
const sitesMax = 1_000

/** In memory of this process alone: addresses are written nowhere. */
export function createSeenAddresses(): SeenAddresses {
  const bySite = new Map<string, SeenAddress[]>()
  return {
    add(solutionId, seen) {
      const kept = [seen, ...(bySite.get(solutionId) ?? [])].slice(0, keptMax)
      bySite.delete(solutionId)
      bySite.set(solutionId, kept)
      if (bySite.size > sitesMax) for (const oldest of bySite.keys()) if (bySite.delete(oldest)) break
    },
    list: (solutionId, at) =>
      (bySite.get(solutionId) ?? []).filter((seen) => at.getTime() - Date.parse(seen.at) < keptMs),
  }
}

/**
 * Whom a chain of `X-Forwarded-For` is from, past the declared proxies. The proxy that asks, at `peer`, has shown its key and is believed; it
 * may stand in the chain itself, since whatever stands before us adds it. Null where nobody is named.
 */
export function visitorOf(
  forwardedFor: string | null,
  peer: string,
  trustedProxies: readonly string[],
): { readonly visitor: string | null; readonly undeclared: string | null } {
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '')
  if (plainAddress(hops.at(-1) ?? '') === plainAddress(peer)) hops.pop()
  const last = hops.pop()
  if (last === undefined) return { visitor: null, undeclared: null }
  const visitor = createAddressReader(trustedProxies)(last, hops.length === 0 ? undefined : hops.join(', '))
  if (visitor === '') return { visitor: null, undeclared: null }
  const isFirst = [...hops, last][0] === visitor
  return { visitor, undeclared: isFirst ? null : visitor }
}
