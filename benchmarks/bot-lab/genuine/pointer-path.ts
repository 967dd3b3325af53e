export interface Point {
  readonly x: number
  readonly y: number
}

export interface TimedPoint extends Point {
  /** Milliseconds from the start of the movement. */
  readonly at: number
}

/** Milliseconds between two reports of a usual mouse (125 Hz). */
const reportMs = 8

/**
 * The way of a hand with a mouse: the minimum-jerk profile 10τ³ − 15τ⁴ + 6τ⁵ (Flash and Hogan, 1985) along a slightly
 * bent line, with tremor, over a time that grows with the distance as Fitts' law has it.
 * @param width the target's smaller side in pixels; smaller targets take longer
 */
export function pointerPath(from: Point, to: Point, width: number, random: () => number): TimedPoint[] {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  if (distance < 1) return []
  const duration = (180 + 130 * Math.log2(1 + distance / Math.max(8, width))) * (0.85 + 0.3 * random())
  const bend = distance * (random() - 0.5) * 0.25
  const normal = { x: -(to.y - from.y) / distance, y: (to.x - from.x) / distance }
  const points: TimedPoint[] = []
  let tremor = 0
  for (let at = reportMs; at < duration; at += reportMs * (0.9 + 0.25 * random())) {
    const time = at / duration
    const travelled = time ** 3 * (10 - 15 * time + 6 * time ** 2)
    tremor = 0.8 * tremor + (random() - 0.5) * 1.2
    const aside = bend * Math.sin(Math.PI * travelled) + tremor
    points.push({
      at,
      x: from.x + (to.x - from.x) * travelled + normal.x * aside,
      y: from.y + (to.y - from.y) * travelled + normal.y * aside,
    })
  }
  return [...points, { at: duration, ...to }]
}

/** A place inside a box where a person would click: towards the middle, hardly ever on it. */
export function placeWithin(
  box: Point & { readonly width: number; readonly height: number },
  random: () => number,
): Point {
  const spread = () => 0.5 + (random() + random() - 1) * 0.3
  // A wide field is clicked in its left half, where its text begins.
  const across = box.width > 200 ? 0.08 + 0.4 * random() : spread()
  return { x: box.x + box.width * across, y: box.y + box.height * spread() }
}
