/** How many backups to keep: the newest of each of so many days, weeks and months that have one. */
export interface Keep {
  readonly daily: number
  readonly weekly: number
  readonly monthly: number
}

const units = ['daily', 'weekly', 'monthly'] as const

/** Reads `7 daily, 4 weekly`; null where it is no such text, or would keep nothing. */
export function readKeep(text: string): Keep | null {
  const keep = { daily: 0, weekly: 0, monthly: 0 }
  for (const part of text.split(',')) {
    const [, number = '', unit = ''] = /^\s*(\d{1,3})\s+(daily|weekly|monthly)\s*$/u.exec(part) ?? []
    const found = units.find((one) => one === unit)
    if (found === undefined || keep[found] > 0) return null
    keep[found] = Number(number)
  }
  return keep.daily + keep.weekly + keep.monthly > 0 ? keep : null
}

export interface Dated {
  readonly id: string
  readonly at: Date
}

const dayMs = 86_400_000

/**
 * The backups to keep. The newest is always one of them, and so is `proven`, the last one whose restore test passed. What is younger than a
 * day stays too: whoever backs up after a mistake may want the hour before it.
 */
export function chooseKept(backups: readonly Dated[], keep: Keep, proven: string | null, now: Date): Set<string> {
  const newestFirst = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const isYoung = ({ at }: Dated) => now.getTime() - at.getTime() < dayMs
  const kept = new Set(newestFirst.filter((one, index) => index === 0 || isYoung(one)).map(({ id }) => id))
  if (proven !== null && backups.some(({ id }) => id === proven)) kept.add(proven)
  for (const unit of units) {
    const stretches = new Set<string>()
    for (const { id, at } of newestFirst) {
      const stretch = stretchOf(at, unit)
      if (stretches.has(stretch) || stretches.size >= keep[unit]) continue
      stretches.add(stretch)
      kept.add(id)
    }
  }
  return kept
}

/** The day, the week (by its Monday) or the month of a moment, in UTC. */
function stretchOf(at: Date, unit: (typeof units)[number]): string {
  const day = at.toISOString().slice(0, 10)
  if (unit === 'daily') return day
  if (unit === 'monthly') return day.slice(0, 7)
  const sinceMonday = (at.getUTCDay() + 6) % 7
  return new Date(Date.parse(day) - sinceMonday * dayMs).toISOString().slice(0, 10)
}
