import type { PublicComponent } from '@bollard/contracts'
import { formatsFor, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

const [width, height] = [288, 36]

/** Response times of the last hours with checks: the median as a line, the slowest of twenty as a shade above it. */
export function ResponseChart({ times }: { times: NonNullable<PublicComponent['responseTimes']> }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { duration } = formatsFor(language, 'UTC')
  const last = times.at(-1)
  if (last === undefined) return null
  const top = Math.max(...times.map(({ p95Ms }) => p95Ms), 1)
  const x = (position: number) => Math.round((position / Math.max(1, times.length - 1)) * width)
  const y = (ms: number) => Math.round((1 - ms / top) * (height - 2)) + 1
  const line = (of: (one: (typeof times)[number]) => number) =>
    times.map((one, position) => `${position === 0 ? 'M' : 'L'}${x(position)} ${y(of(one))}`).join('')
  const inOneLine = (ms: number) => duration(ms).replaceAll(' ', '\u00a0')
  const words = t(($) => $.responses.latest, { median: inOneLine(last.p50Ms), slow: inOneLine(last.p95Ms) })
  return (
    <div className="grid gap-1">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t(($) => $.responses.label, { count: times.length })}
        className="block h-9 w-full"
      >
        <path d={`${line(({ p95Ms }) => p95Ms)}V${height}H0Z`} fill="var(--line)" />
        <path
          d={line(({ p50Ms }) => p50Ms)}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="tabular text-xs text-ink-3">{words}</p>
    </div>
  )
}
