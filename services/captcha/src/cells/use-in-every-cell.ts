import { isDatabaseAway } from '@bollard/http'
import type { RecordUse, SignatureUse } from '../edge/credentials/used-signatures.ts'
import { askWhileItAnswers } from './ask-who-answers.ts'

/** How long a signed bot waits for the cell of somebody else's site. */
const otherCellMsMax = 1_000

/**
 * Records the use of a signature in every cell that answers: it names the host of the API and no site, so one that was caught fits sites of all
 * cells. Answers whether it was new in all of them. The cells come one after the other in the order of their numbers, so that of uses at the same
 * time exactly one wins, at the first cell where they meet.
 *
 * The site's own cell, number `own`, has to answer: this rejects where it does not, and the signature is used up all the same. Another one that
 * does not answer within `waitMsMax` milliseconds is passed over, so that its outage stops no bot elsewhere. Hence a second use counts only where
 * the second site's cell was passed over at the first use **and** the first site's cell is passed over at the second, with no further cell that
 * answered both times, within the lifetime of the signature. A fault that is no outage rejects.
 */
export function useInEveryCell(
  cells: readonly RecordUse[],
  waitMsMax: number = otherCellMsMax,
): (own: number, use: SignatureUse) => Promise<boolean> {
  const others = cells.map((record) => askWhileItAnswers(record, waitMsMax))
  return async (own, use) => {
    for (const [number, record] of cells.entries())
      if (number === own ? !(await record(use)) : await isUsed(others[number] ?? record, use)) return false
    return true
  }
}

/** Whether another cell knows of the use, which one that is away cannot tell. */
async function isUsed(record: RecordUse, use: SignatureUse): Promise<boolean> {
  try {
    return !(await record(use))
  } catch (error) {
    if (isDatabaseAway(error)) return false
    throw error
  }
}
