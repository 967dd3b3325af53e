import type { PublicComponent, PublicState } from '@bollard/contracts'
import { rowsOf, type Run, runsOf } from './days-of-component.ts'
import type { RowWords } from './row-words.ts'

const step = 8
const width = 6
const tall = 28
/** How tall the post of a day is: worse days are shorter, so that nobody needs the colours. */
const heights: Readonly<Record<PublicState, number>> = { UP: 28, DEGRADED: 21, DOWN: 14, MAINTENANCE: 21, UNKNOWN: 5 }
const perRowMax = 92

/**
 * What posts look like, once for all of a page: well days are filled with a pattern, which takes one element for any
 * number of days.
 */
export const postPatterns = (['UP', 'UNKNOWN'] as const)
  .map(
    (state) =>
      `<pattern id="${state}" width="${step}" height="${tall}" patternUnits="userSpaceOnUse">${drawPost(0, state)}</pattern>`,
  )
  .join('')

/** One post for each day, today's last, as HTML. */
export function drawDays(component: PublicComponent, days: number, words: RowWords): string {
  const rows = Math.ceil(days / perRowMax)
  const perRow = Math.ceil(days / rows)
  const runs = runsOf(component, days)
  const troubled = runs.filter(({ state }) => state === 'DOWN' || state === 'DEGRADED').length
  const drawn = rowsOf(runs, days, perRow).map((row, index) => {
    const posts = row.map((run) => drawRun(run, index * perRow, words)).join('')
    return `<svg viewBox="0 0 ${perRow * step} ${tall}" preserveAspectRatio="none" class="block h-7 w-full" aria-hidden="true">${posts}</svg>`
  })
  return `<div class="grid gap-1"><p class="sr-only">${words.label(troubled)}</p>${drawn.join('')}</div>`
}

function drawRun(run: Run, before: number, words: RowWords): string {
  const { at, length, state, downSeconds, degradedSeconds } = run
  if (state === 'UP' || state === 'UNKNOWN')
    return `<rect x="${at * step}" width="${length * step}" height="${tall}" fill="url(#${state})"/>`
  const parts = [
    ...(downSeconds > 0 ? [words.down(downSeconds)] : []),
    ...(degradedSeconds > 0 ? [words.degraded(degradedSeconds)] : []),
    ...(state === 'MAINTENANCE' ? [words.states.MAINTENANCE] : []),
  ]
  return drawPost(at, state, `${words.day(before + at)}: ${parts.join(', ')}`)
}

/** `title` is escaped. */
function drawPost(at: number, state: PublicState, title?: string): string {
  const height = heights[state]
  const rect = `<rect x="${at * step + 1}" y="${tall - height}" width="${width}" height="${height}" rx="${height > width ? 3 : 2}" class="post-${state.toLowerCase()}"`
  return title === undefined ? `${rect}/>` : `${rect}><title>${title}</title></rect>`
}
