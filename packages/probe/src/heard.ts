import type { ProbeAssignments } from '@bollard/contracts'
import type { Kept, KeptChecks } from './kept-checks.ts'

/** Written again this often though nothing has changed, so that what is kept does not grow old, in milliseconds. */
const renewMs = 300_000

/** What a probe has heard from the product, in this process and in the one before. */
export interface Heard {
  /** What was kept when this process began; null without it. */
  readonly before: Kept | null
  /** Whether all that is to be checked was heard before this process began, and too long ago. */
  isTooOld(): boolean
  /** Keeps what was answered. Answers without a list leave the one that there is. */
  note(answer: ProbeAssignments, clockMs: number | null): void
  /** The token does not work any more, so nothing of it stays. */
  forget(): void
}

/** Without a place to keep things in, it remembers nothing. Faults of the disk are told, and hold up no check. */
export function createHeard(kept: KeptChecks | null, now: () => number, onError: (error: unknown) => void): Heard {
  const attempt = <T>(work: () => T): T | null => {
    try {
      return work()
    } catch (error) {
      onError(error)
      return null
    }
  }
  const before = kept && attempt(() => kept.read(now()))
  let isOfBefore = before !== null
  let last: ProbeAssignments | null = null
  let writtenAt = Number.NEGATIVE_INFINITY

  function forget(): void {
    isOfBefore = false
    last = null
    writtenAt = Number.NEGATIVE_INFINITY
    if (kept !== null) attempt(() => kept.remove())
  }
  return {
    before,
    isTooOld() {
      if (!isOfBefore || before === null || kept === null || now() - before.heardAt <= kept.ageMsMax) return false
      forget()
      return true
    },
    note(answer, clockMs) {
      // Another process of the token checks: two that start without a connection would both do so.
      if (!answer.isActive) return forget()
      isOfBefore = false
      const isNew = answer.assignments !== null || last?.allowPrivate !== answer.allowPrivate
      last = { ...answer, assignments: answer.assignments ?? last?.assignments ?? null }
      if (kept === null || last.assignments === null || (!isNew && Math.abs(now() - writtenAt) < renewMs)) return
      // A disk that is full is tried again as seldom.
      writtenAt = now()
      const answered = last
      attempt(() => kept.write({ heardAt: writtenAt, clockMs, answer: answered }))
    },
    forget,
  }
}
