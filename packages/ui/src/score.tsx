import { classNames } from './class-names.ts'

/** Which side of the two thresholds a score (0 person … 1 bot) lies on. */
export function scoreMeaning(score: number): 'human' | 'doubt' | 'bot' {
  if (score >= 0.5) return 'bot'
  return score >= 0.3 ? 'doubt' : 'human'
}

const fills = { human: 'bg-human', doubt: 'bg-amber', bot: 'bg-bot' } as const

/** Five posts that fill up with the score, and the score itself in figures. `label` names it for screen readers. */
export function ScorePosts({ score, label, formatted }: { score: number; label: string; formatted: string }) {
  const fill = fills[scoreMeaning(score)]
  return (
    <span data-slot="score-posts" className="tabular inline-flex items-center gap-[9px]">
      <span aria-hidden="true" className="inline-flex h-[15px] items-end gap-[2.5px]">
        {[0, 1, 2, 3, 4].map((post) => (
          <span
            key={post}
            className={classNames(
              'h-[15px] w-1 rounded-post',
              post === 0 || score * 5 > post + 0.15 ? fill : 'bg-line-strong',
            )}
          />
        ))}
      </span>
      <span aria-hidden="true">{formatted}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** The score on a bar from person to bot, with the thresholds as its colours. */
export function ScoreBar({ score, label, className }: { score: number; label: string; className?: string }) {
  const place = 2 + Math.min(1, Math.max(0, score)) * 96
  return (
    <svg
      data-slot="score-bar"
      role="img"
      aria-label={label}
      viewBox="0 0 100 16"
      preserveAspectRatio="none"
      className={classNames('h-4 w-full overflow-visible', className)}
    >
      <rect x="0" y="4" width="30" height="8" fill="var(--human)" />
      <rect x="30" y="4" width="20" height="8" fill="var(--amber)" />
      <rect x="50" y="4" width="50" height="8" fill="var(--bot)" />
      <line
        x1={place}
        x2={place}
        y1="0"
        y2="16"
        stroke="var(--surface)"
        strokeWidth="9"
        vectorEffect="non-scaling-stroke"
      />
      <line
        x1={place}
        x2={place}
        y1="1"
        y2="15"
        stroke="var(--ink)"
        strokeWidth="5"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
