import { curveOf, type LabScores, pointAt } from './rates.ts'

/** The receiver operating characteristic as a drawing: real browsers to the right, bots upwards. The square is the threshold. */
export function Curve({ scores, threshold, label }: { scores: LabScores; threshold: number; label: string }) {
  const at = pointAt(scores, threshold)
  const path = curveOf(scores).map(
    ({ falsePositives, truePositives }) =>
      `${(falsePositives * 100).toFixed(2)},${(100 - truePositives * 100).toFixed(2)}`,
  )
  return (
    <svg role="img" aria-label={label} viewBox="-4 -4 108 108" className="w-full max-w-72">
      <path d="M0 0V100H100" fill="none" stroke="var(--line-strong)" />
      {[25, 50, 75].map((line) => (
        <path key={line} d={`M0 ${line}H100M${line} 0V100`} fill="none" stroke="var(--line)" strokeWidth=".5" />
      ))}
      <path d="M0 100L100 0" fill="none" stroke="var(--line-strong)" strokeDasharray="2 2" />
      <polyline points={path.join(' ')} fill="none" stroke="var(--ink)" strokeWidth="1.6" strokeLinejoin="round" />
      <rect
        data-place
        x={at.falsePositives * 100 - 3}
        y={97 - at.truePositives * 100}
        width="6"
        height="6"
        fill="var(--amber)"
        stroke="var(--ink)"
      />
    </svg>
  )
}
