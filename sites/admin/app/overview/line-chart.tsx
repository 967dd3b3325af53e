import { useFormats } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

const width = 360
const height = 80
/** Radius of what stands for a single value, and so the margin. */
const dot = 2.5

/** A line over time, drawn on the server. Its text tells the highest and the latest value; gaps are moments without one. */
export function LineChart({ label, values }: { label: string; values: readonly (number | null)[] }) {
  const { t } = useTranslation()
  const { decimal } = useFormats()
  const known = values.filter((value) => value !== null)
  const highest = Math.max(0, ...known)
  const latest = known.at(-1)
  const points = placeOf(values, highest)
  const text = t(($) => $.health.highest, {
    value: decimal(highest),
    latest: latest === undefined ? '–' : decimal(latest),
  })
  return (
    <figure>
      <figcaption className="text-ink-2 text-sm">{label}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${label}: ${text}`} className="mt-2 w-full">
        <path d={pathOf(points)} fill="none" stroke="currentColor" strokeWidth="1.5" />
        {points.filter(isAlone).map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r={dot} fill="currentColor" />
        ))}
      </svg>
      <p className="text-ink-3 text-xs">{text}</p>
    </figure>
  )
}

type Point = readonly [x: string, y: string]

/** Each value at its place, the latest at the right end. */
function placeOf(values: readonly (number | null)[], highest: number): (Point | null)[] {
  const step = (width - 2 * dot) / Math.max(1, values.length - 1)
  return values.map((value, index) => {
    if (value === null) return null
    const x = width - dot - (values.length - 1 - index) * step
    const y = height - dot - (highest === 0 ? 0 : (value / highest) * (height - 2 * dot))
    return [x.toFixed(1), y.toFixed(1)]
  })
}

/** A line needs two values beside each other; one between gaps is a dot. */
function isAlone(point: Point | null, index: number, points: readonly (Point | null)[]): point is Point {
  return point !== null && !points[index - 1] && !points[index + 1]
}

function pathOf(points: readonly (Point | null)[]): string {
  return points
    .map((point, index) => (point === null ? '' : `${points[index - 1] ? 'L' : 'M'}${point.join(' ')}`))
    .join('')
}
