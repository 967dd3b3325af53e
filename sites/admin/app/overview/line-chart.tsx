import { useFormats } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

const width = 360
const height = 80

/** A line over time, drawn on the server. Its text tells the highest and the latest value; gaps are moments without one. */
export function LineChart({ label, values }: { label: string; values: readonly (number | null)[] }) {
  const { t } = useTranslation()
  const { decimal } = useFormats()
  const known = values.filter((value) => value !== null)
  const highest = Math.max(0, ...known)
  const latest = known.at(-1)
  const text = t(($) => $.health.highest, {
    value: decimal(highest),
    latest: latest === undefined ? '–' : decimal(latest),
  })
  return (
    <figure>
      <figcaption className="text-ink-2 text-sm">{label}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${label}: ${text}`} className="mt-2 w-full">
        <path d={pathOf(values, highest)} fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <p className="text-ink-3 text-xs">{text}</p>
    </figure>
  )
}

function pathOf(values: readonly (number | null)[], highest: number): string {
  const step = width / Math.max(1, values.length - 1)
  let isDrawing = false
  return values
    .map((value, index) => {
      if (value === null) {
        isDrawing = false
        return ''
      }
      const y = height - 2 - (highest === 0 ? 0 : (value / highest) * (height - 4))
      const command = isDrawing ? 'L' : 'M'
      isDrawing = true
      return `${command}${(index * step).toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}
