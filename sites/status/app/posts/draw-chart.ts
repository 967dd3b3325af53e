import type { PublicComponent } from '@bollard/contracts'
import type { RowWords } from './row-words.ts'

const [width, height] = [288, 36]

/**
 * Response times of the last hours with checks, as HTML: the median as a line, the slowest of twenty as a shade above
 * it. Nothing without times.
 */
export function drawChart(times: NonNullable<PublicComponent['responseTimes']>, words: RowWords): string {
  const last = times.at(-1)
  if (last === undefined) return ''
  const top = Math.max(...times.map(({ p95Ms }) => p95Ms), 1)
  const x = (position: number) => Math.round((position / Math.max(1, times.length - 1)) * width)
  const y = (ms: number) => Math.round((1 - ms / top) * (height - 2)) + 1
  const line = (of: (one: (typeof times)[number]) => number) =>
    times.map((one, position) => `${position === 0 ? 'M' : 'L'}${x(position)} ${y(of(one))}`).join('')
  const shade = `<path d="${line(({ p95Ms }) => p95Ms)}V${height}H0Z" fill="var(--line)"/>`
  const median = `<path d="${line(({ p50Ms }) => p50Ms)}" fill="none" stroke="var(--accent)" stroke-width="1.5" vector-effect="non-scaling-stroke"/>`
  return `<div class="grid gap-1"><svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${words.hours(times.length)}" class="block h-9 w-full">${shade}${median}</svg><p class="tabular text-xs text-ink-3">${words.latest(last)}</p></div>`
}
