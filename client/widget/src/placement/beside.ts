export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface BesideInput {
  /** What the floating box belongs to; it is never covered. */
  readonly anchor: Box
  readonly size: { readonly width: number; readonly height: number }
  readonly viewport: { readonly width: number; readonly height: number }
  readonly isRightToLeft: boolean
}

/** Between the box and what it belongs to, and between the box and the edges, in CSS pixels. */
const distance = 8

/**
 * Where a box stands beside an anchor, all in CSS pixels of the viewport: below it where there is room, else above, at the edge at
 * which lines begin. Where there is room on neither side it stands on the larger one, even if it is cut off there.
 */
export function beside({ anchor, size, viewport, isRightToLeft }: BesideInput): { left: number; top: number } {
  const below = anchor.top + anchor.height + distance
  const above = anchor.top - distance - size.height
  const last = viewport.height - size.height - distance
  const isRoomier = viewport.height - (anchor.top + anchor.height) >= anchor.top
  const top = below <= last ? below : above >= distance ? above : isRoomier ? below : above
  const start = isRightToLeft ? anchor.left + anchor.width - size.width : anchor.left
  // An anchor out of sight cannot be covered, so the box stays in sight.
  const isInSight = anchor.top + anchor.height > 0 && anchor.top < viewport.height
  return {
    left: within(start, distance, viewport.width - size.width - distance),
    top: isInSight ? top : within(top, distance, last),
  }
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
