import { type Formats } from '@bollard/site-kit'
import type { Period } from '@bollard/contracts'

export interface AxisLabel {
  /** Index of the bar it stands below. */
  bar: number
  text: string
  /** True for those that a narrow chart leaves out. */
  minor: boolean
}

const hoursBetweenLabels = 4
const daysBetweenLabels = 5
/** So many days, and more of more days: six words fit below a chart. */
const dayLabelsMax = 6
/** More weekdays than these stand close on a narrow chart. */
const comfortableDays = 8
/** A word closer to the next one than this many bars would run into it. */
const distanceMin = 3
/** The same for a narrow chart. */
const comfortableDistance = 5

/** The words below a chart, in the visitor's zone: hours of a day, weekdays of a week, days of a month. */
export function labelAxis(starts: readonly string[], period: Period, formats: Formats): AxisLabel[] {
  switch (period) {
    case '24h':
      return alternate(
        starts.flatMap((at, bar) =>
          hourOf(at, formats) % hoursBetweenLabels === 0 ? [{ bar, text: formats.hour(at) }] : [],
        ),
      )
    case '7d': {
      const days = starts.flatMap((at, bar) =>
        bar === 0 || formats.day(at) !== formats.day(starts[bar - 1] ?? at) ? [{ bar, text: formats.weekday(at) }] : [],
      )
      return days
        .filter(({ bar }, index) => (days[index + 1]?.bar ?? starts.length) - bar >= distanceMin)
        .map((label, index, shown) => ({
          ...label,
          minor:
            (shown[index + 1]?.bar ?? Infinity) - label.bar < comfortableDistance ||
            (shown.length > comfortableDays && index % 2 === 1),
        }))
    }
    case '30d': {
      const distance =
        starts.length <= comfortableDays ? 1 : Math.max(daysBetweenLabels, Math.ceil(starts.length / dayLabelsMax))
      return alternate(
        starts.flatMap((at, bar) =>
          bar % distance === (starts.length - 1) % distance ? [{ bar, text: formats.dayMonth(at) }] : [],
        ),
      )
    }
    default:
      return period satisfies never
  }
}

/** What a bar stands for, in words: its day, and its hours where it is shorter than a day. */
export function labelBucket(at: string, bucketMinutes: number, formats: Formats): string {
  if (bucketMinutes >= 1_440) return `${formats.weekday(at)} ${formats.dayMonth(at)}`
  const end = new Date(Date.parse(at) + bucketMinutes * 60_000).toISOString()
  return `${formats.weekday(at)} ${formats.dayMonth(at)}, ${formats.hour(at)}–${formats.hour(end)}`
}

function alternate(labels: readonly { bar: number; text: string }[]): AxisLabel[] {
  return labels.map((label, index) => ({ ...label, minor: (labels.length - 1 - index) % 2 === 1 }))
}

function hourOf(at: string, formats: Formats): number {
  return Number.parseInt(formats.hour(at), 10)
}
