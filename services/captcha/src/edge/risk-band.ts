import type { RiskBand } from '@bollard/bot-score'

const nothingAsked = 0x80

/**
 * The risk band of a challenge and, in its highest bit, that no verdicts were asked for. A site's settings may change
 * between start and answer, or be older in another process, and nobody may be held to what was not asked.
 */
export function bandOf(band: RiskBand, { minimalData }: { readonly minimalData: boolean }): number {
  return minimalData ? band | nothingAsked : band
}

/** Whether a challenge came with the wish for verdicts. */
export function asksForVerdicts({ riskBand }: { readonly riskBand: number }): boolean {
  return (riskBand & nothingAsked) === 0
}
