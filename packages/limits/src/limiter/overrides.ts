import type { KeyValues } from '../key/compile-key.ts'
import type { Override } from './limiter.ts'

/** Finds the override that holds for a key at a moment. One look-up for each combination of stars that is in use. */
export function compileOverrides(overrides: readonly Override[]): (values: KeyValues, now: number) => Override | null {
  /** By which parts are stars, the fewest stars first; then by the other values. */
  const byStars = new Map<string, Map<string, Override[]>>()
  const inOrder = overrides.toSorted((one, other) => starsOf(one) - starsOf(other))
  for (const override of inOrder) {
    const stars = override.values.map((value) => (value === '*' ? '*' : '=')).join('')
    const byName = byStars.get(stars) ?? new Map<string, Override[]>()
    const name = nameOf(stars, override.values)
    byName.set(name, [...(byName.get(name) ?? []), override])
    byStars.set(stars, byName)
  }
  return (values, now) => {
    for (const [stars, byName] of byStars) {
      // A part that is missing is no value, so no star stands for it.
      if (values.includes(null)) return null
      const found = byName.get(nameOf(stars, values))?.find(({ until }) => until === null || now < until)
      if (found !== undefined) return found
    }
    return null
  }
}

function starsOf({ values }: Override): number {
  return values.filter((value) => value === '*').length
}

function nameOf(stars: string, values: KeyValues): string {
  return JSON.stringify(values.filter((_, index) => stars[index] === '='))
}
