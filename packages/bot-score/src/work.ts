/** How suspicious a verification looks when its work is chosen. Stored in 8 bits of the challenge. */
export const riskBands = { clean: 0, doubt: 1, stepUp: 2 } as const
export type RiskBand = (typeof riskBands)[keyof typeof riskBands]

/** Expected number of hashes by risk band: about 0.1 s, 0.4 s and 0.7 s on two threads of a laptop. */
const hashesByBand: Readonly<Record<RiskBand, number>> = { 0: 2 ** 21, 1: 2 ** 23, 2: 2 ** 24 }

/** The 32-bit target of each of the 32 sub-puzzles, so that all of them take the band's hashes on average. */
export function workFor(band: RiskBand): number {
  return (32 * 2 ** 32) / hashesByBand[band]
}

/** The band at issue, from what the service alone can see (bits of `serverChecks`). */
export function riskBandOf(serverSignals: number): RiskBand {
  return serverSignals === 0 ? riskBands.clean : riskBands.doubt
}
