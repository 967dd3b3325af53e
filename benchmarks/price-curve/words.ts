import { bitsOf, clientChecks, type VerdictBits, writeVerdicts } from '@bollard/bot-score'
import { sealVerdicts } from '@bollard/proof-of-work/server'
import type { Browser } from './browsers.ts'

/** What the checks of a visit said. */
export interface Word {
  readonly ran: VerdictBits
  readonly fired: VerdictBits
}

/** Any layout does today. */
const layout = 0xb0_11_a2_d0

/** What a person's visit says: hands that were seen, and nothing against the browser. */
export function personsWord({ touch }: Browser, hands: 'hands' | 'keyboard'): Word {
  const seen =
    hands === 'keyboard' ? [] : touch ? ['real-touch-movement'] : ['real-pointer-movement', 'coalesced-movement']
  return { ran: [-1, -1], fired: bitsOf(clientChecks, seen) }
}

/** Writes and seals a word for one challenge, as the widget does and as anybody with its source can. */
export function sealWord(word: Word, challengeToken: string): { layout: number; verdicts: string } {
  return { layout, verdicts: sealVerdicts(writeVerdicts(word, layout), challengeToken, layout) }
}
