/** What the lab wrote down about one real browser, shown until somebody fills in the form. */
export interface RecordedVerdict {
  score: number
  reasonCodes: string[]
  /** ISO date of the run. */
  measuredAt: string
}

interface Lab {
  measuredAt: string
  results: { id: string; kind: string; decision: string; score: number | null; reasons: { code: string }[] }[]
}

const results = import.meta.glob<Lab>('../../../../benchmarks/results/bot-lab.json', { eager: true, import: 'default' })

/** The lab's plain Chromium, operated from outside like a person; null where the lab has not run. */
export function readRecordedVerdict(): RecordedVerdict | null {
  const lab = Object.values(results)[0]
  const visit = lab?.results.find(
    ({ id, kind, decision }) => id === 'chromium' && kind === 'genuine' && decision === 'PASSED',
  )
  if (lab === undefined || visit === undefined || visit.score === null) return null
  return { score: visit.score, reasonCodes: visit.reasons.map(({ code }) => code), measuredAt: lab.measuredAt }
}
