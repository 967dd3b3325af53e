/** Bytes of all verdicts: 8 of the checks that ran, 8 of those that found something. */
export const verdictBytes = 16

/** Notes one verdict. What was found once stays found, so the same check may look again later. */
export function noteVerdict(verdicts: Uint8Array, slot: number, found: boolean): void {
  const bit = 1 << (slot & 7)
  const place = slot >> 3
  verdicts[place] = (verdicts[place] ?? 0) | bit
  if (found) verdicts[8 + place] = (verdicts[8 + place] ?? 0) | bit
}
