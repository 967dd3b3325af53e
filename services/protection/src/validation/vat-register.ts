import type { VatRegister } from '../form-context.ts'

const keptMs = 86_400_000
/** Numbers that are remembered at once; the oldest go first. */
const keptMax = 10_000
/** Questions that wait for an answer at once; more are not asked, so that nobody floods a register through us. */
const askedMax = 20

/**
 * Asks about a number and remembers for a day what the register said. What it did not say is asked anew, and holds
 * nothing against anybody; never rejects.
 */
export function createVatRegister(ask: VatRegister, now: () => Date): VatRegister {
  const kept = new Map<string, { readonly isKnown: boolean; readonly until: number }>()
  const asked = new Map<string, Promise<boolean | null>>()

  async function askAndKeep(vatId: string): Promise<boolean | null> {
    const isKnown = await ask(vatId).catch(() => null)
    asked.delete(vatId)
    if (isKnown === null) return null
    kept.delete(vatId)
    kept.set(vatId, { isKnown, until: now().getTime() + keptMs })
    const [oldest] = kept.size > keptMax ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    return isKnown
  }

  return async (vatId) => {
    const before = kept.get(vatId)
    if (before !== undefined && before.until > now().getTime()) return before.isKnown
    const waiting = asked.get(vatId)
    if (waiting !== undefined) return waiting
    if (asked.size >= askedMax) return null
    const answer = askAndKeep(vatId)
    asked.set(vatId, answer)
    return answer
  }
}
