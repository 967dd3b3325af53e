interface Point {
  readonly x: number
  readonly y: number
}

/** A point of a pointer's path, and how long to wait before going there, in milliseconds. */
export interface Step extends Point {
  readonly afterMs: number
}

/**
 * A reach as people make it: minimum jerk in time (Flash and Hogan 1985), bent sideways, with a little tremor.
 * Its length in time follows Fitts' law for a target `size` pixels wide.
 */
export function reach(
  from: Point,
  to: Point,
  { size, pace, random }: { size: number; pace: number; random: () => number },
): Step[] {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  if (distance < 1) return []
  const durationMs = (180 + 130 * Math.log2(distance / size + 1)) * (0.85 + 0.3 * random()) * pace
  const bend = distance * (random() - 0.5) * 0.25
  const normal = { x: -(to.y - from.y) / distance, y: (to.x - from.x) / distance }
  const steps: Step[] = []
  for (let elapsed = 0; elapsed < durationMs;) {
    const afterMs = 7 + 4 * random()
    elapsed += afterMs
    const t = Math.min(1, elapsed / durationMs)
    const way = t ** 3 * (10 - 15 * t + 6 * t ** 2)
    const aside = bend * Math.sin(Math.PI * way) + (random() - 0.5) * 1.2 * (1 - t)
    steps.push({
      x: from.x + (to.x - from.x) * way + normal.x * aside,
      y: from.y + (to.y - from.y) * way + normal.y * aside,
      afterMs,
    })
  }
  return steps
}

/** How long a key is held and how long until the next one, in milliseconds; both skewed to the right as in people. */
export function keystroke({ pace, random }: { pace: number; random: () => number }): {
  holdMs: number
  restMs: number
} {
  return { holdMs: 55 + 60 * random(), restMs: (35 + 90 * random() + 160 * random() ** 4) * pace }
}
