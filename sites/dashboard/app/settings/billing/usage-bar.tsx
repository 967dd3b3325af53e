import { classNames } from '@bollard/ui'

/**
 * How much of what a plan includes is used, as a lying post. `percent` may be more than 100; `forecast` is where it comes to by
 * the end of the month. The words around it say the same.
 */
export function UsageBar({ percent, forecast }: { percent: number; forecast: number | null }) {
  const colour = percent > 100 ? 'bg-bot' : percent >= 80 ? 'bg-amber' : 'bg-series-human'
  return (
    <div
      aria-hidden="true"
      className="relative h-3 overflow-hidden rounded-post bg-sunken shadow-[inset_0_0_0_1px_var(--line)]"
    >
      {forecast !== null && forecast > percent ? (
        <span
          className="absolute inset-y-0 start-0 rounded-post bg-line-strong"
          style={{ width: `${Math.min(100, forecast)}%` }}
        />
      ) : null}
      <span
        className={classNames('absolute inset-y-0 start-0 rounded-post', colour)}
        style={{ width: `${Math.min(100, Math.max(percent, percent > 0 ? 1.5 : 0))}%` }}
      />
    </div>
  )
}
