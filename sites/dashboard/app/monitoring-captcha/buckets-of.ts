import type { CaptchaAtIncident, Statistics } from '@bollard/contracts'

const minuteMs = 60_000
/** As many posts as fit on a phone. */
const postsMax = 60

/** The time around an incident in equal parts of whole minutes, also those in which nothing happened. */
export function bucketsOf({ from, to, minutes }: CaptchaAtIncident): Statistics['buckets'] {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const stepMs = Math.max(1, Math.ceil((end - start) / minuteMs / postsMax)) * minuteMs
  const count = Math.max(1, Math.ceil((end - start) / stepMs))
  return Array.from({ length: count }, (_none, index) => {
    const [first, next] = [start + index * stepMs, start + (index + 1) * stepMs]
    const own = minutes.filter(({ at }) => Date.parse(at) >= first && Date.parse(at) < next)
    const sum = (name: 'verifications' | 'solved' | 'refused') => own.reduce((all, minute) => all + minute[name], 0)
    return {
      at: new Date(first).toISOString(),
      to: new Date(next).toISOString(),
      started: sum('verifications'),
      passed: sum('solved'),
      flagged: 0,
      refused: sum('refused'),
      fetched: 0,
    }
  })
}
