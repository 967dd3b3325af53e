/** A time, in milliseconds since 1970; `to` is not part of it. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** The period is read in so many slices. */
const slices = 4_096
/** Odd, so that its multiples reach every slice once; near the golden section, so that any first part of them is spread evenly. */
const stride = 2_531

/**
 * Windows that hold one `every`-th of a period, in an order in which any first part of them is spread evenly over it: one out of
 * each slice, at a place that is drawn by the slice's number. With 1 they hold all of it. Each moment of the period is as likely
 * as any other, nothing outside the windows has to be read, and the same period gives the same windows.
 */
export function chooseWindows({ from, to }: Window, every: number): Window[] {
  const length = to - from
  const edge = (part: number): number => Math.round(from + length * part)
  return Array.from({ length: slices }, (_, index) => {
    const slice = (index * stride) % slices
    const place = every === 1 ? 0 : draw(slice) % every
    return { from: edge((slice + place / every) / slices), to: edge((slice + (place + 1) / every) / slices) }
  }).filter((window) => window.to > window.from)
}

/** 32 bits that follow from a number and look random (the finalizer of MurmurHash3). */
function draw(slice: number): number {
  let mixed = Math.imul(slice + 1, 0x9e37_79b1)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
