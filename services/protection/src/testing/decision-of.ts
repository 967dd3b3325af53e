import type { Conclusion, PartResult, PartState, Reason } from '@bollard/decisions'
import type { RecordedDecision } from '../record/recorded-decision.ts'
import { ours } from './start-service.ts'

interface Given extends Partial<Omit<RecordedDecision, 'decision'>> {
  readonly conclusion?: Conclusion
  readonly reasons?: readonly (Reason & { readonly part: string })[]
  readonly parts?: readonly PartResult[]
  readonly failedOpen?: boolean
  readonly tookMs?: number
  /** Makes the id: of a thousand, the random parts are evenly spread. */
  readonly index?: number
}

/** A decision about a request of `ours`, which passes unless something else is said. */
export function decisionOf(given: Given = {}): RecordedDecision {
  const {
    conclusion = 'ALLOW',
    reasons = [],
    parts: found = [],
    failedOpen = false,
    tookMs = 0.5,
    index = 0,
    ...rest
  } = given
  const spread = Math.floor(((index + 0.5) / 1_000) * 0x1_0000_0000)
  return {
    id: `019cad11-0000-7000-8000-${index.toString(16).padStart(4, '0')}${spread.toString(16).padStart(8, '0')}`,
    solutionId: ours,
    at: new Date('2026-03-02T11:59:00.000Z'),
    from: 'API',
    decision: { conclusion, reasons, parts: found, failedOpen, elapsedMs: tookMs },
    control: false,
    method: 'GET',
    host: 'shop.example',
    path: '/',
    country: null,
    operator: null,
    visitor: null,
    browser: 'Firefox',
    program: null,
    probe: false,
    rung: null,
    solved: false,
    ending: null,
    status: null,
    labels: {},
    savedBytes: null,
    keys: {},
    ...rest,
  }
}

/** Results of parts by their names: the state of each, and what it found; null for nothing. */
export function parts(found: Readonly<Record<string, readonly [PartState, Conclusion | null]>>): PartResult[] {
  return Object.entries(found).map(([part, [state, conclusion]]) => ({
    part,
    state,
    finding: conclusion === null ? null : { conclusion, reasons: [] },
    fault: null,
    elapsedMs: 0.1,
  }))
}
