import { serverSignal } from '@bollard/bot-score'

/** What offline data says about an address. */
export interface NetworkFacts {
  /** Number of the operator's autonomous system, 0 when unknown. */
  readonly asn: number
  /** ISO 3166-1 alpha-2, or null. */
  readonly country: string | null
  readonly kind: 'access' | 'hosting' | 'vpn' | 'tor' | 'relay' | 'unknown'
}

export type LookUpNetwork = (address: string) => NetworkFacts

export const nothingKnown: NetworkFacts = { asn: 0, country: null, kind: 'unknown' }

/** What the kind of a network says against a visitor. Relays that vouch for people say nothing. */
export function judgeNetwork({ kind }: NetworkFacts): number {
  switch (kind) {
    case 'hosting':
      return serverSignal.hostingNetwork
    case 'vpn':
      return serverSignal.vpnNetwork
    case 'tor':
      return serverSignal.torNetwork
    case 'access':
    case 'relay':
    case 'unknown':
      return 0
    default:
      return kind satisfies never
  }
}
