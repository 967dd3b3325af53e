/** Our score as a number for protocols that know no unknown one: the middle. */
export function knownScore(score: number | null): number {
  return score ?? 0.5
}

/** A score where 1 is a person, of ours, where 1 is a bot; three digits. */
export function fromPerson(score: number | null): number {
  return Math.round((1 - knownScore(score)) * 1_000) / 1_000
}

/** A time as some captchas write it, "2026-01-31T12:00:00Z". */
export function withoutMilliseconds(time: string): string {
  return time.replace(/\.\d+Z$/u, 'Z')
}

/** The origin of a page by its host, which is all that is kept of it: https, but for names of one's own machine. '' for none. */
export function originOf(hostname: string): string {
  if (hostname === '') return ''
  return `${/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname) ? 'http' : 'https'}://${hostname}`
}
