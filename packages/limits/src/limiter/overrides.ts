import { type Network, parseNetwork } from '@bollard/addresses'
import type { KeyValues } from '../key/compile-key.ts'
import { normalNetwork } from '../key/counted-values.ts'
import type { KeyPart } from '../key/key-part.ts'
import { normalValue } from '../key/normal-value.ts'
import type { Override } from './limiter.ts'

/** Overrides whose stars are in the same places. */
interface Level {
  /** By the values that are no stars. */
  readonly exact: Map<string, Override[]>
  /** Those with a network that holds many keys, the narrowest first. */
  readonly wide: { readonly override: Override; readonly fits: (values: KeyValues) => boolean; readonly bits: number }[]
}

type Value = string | Network

/**
 * Finds the override that holds for a key at a moment. One look-up for each combination of stars that is in use; networks that are wider than
 * those of the key are looked through.
 */
export function compileOverrides(
  key: readonly KeyPart[],
  overrides: readonly Override[],
): (values: KeyValues, now: number) => Override | null {
  /** By which parts are stars, the fewest stars first. */
  const byStars = new Map<string, Level>()
  const inOrder = overrides.toSorted((one, other) => starsOf(one) - starsOf(other))
  for (const override of inOrder) {
    const stars = override.values.map((value) => (value === '*' ? '*' : '=')).join('')
    const level: Level = byStars.get(stars) ?? { exact: new Map(), wide: [] }
    byStars.set(stars, level)
    const values = override.values.map((value, index) => valueOf(key[index], value))
    const plain = values.filter((value) => typeof value === 'string')
    if (plain.length === values.length) {
      const name = nameOf(stars, plain)
      level.exact.set(name, [...(level.exact.get(name) ?? []), override])
    } else {
      const bits = values.reduce((all, value) => all + (typeof value === 'string' ? 0 : value.prefix), 0)
      level.wide.push({ override, bits, fits: (of) => values.every((value, index) => isIn(value, of[index] ?? null)) })
    }
  }
  for (const { wide } of byStars.values()) wide.sort((one, other) => other.bits - one.bits)
  return (values, now) => {
    // A part that is missing is no value, so no star stands for it.
    if (byStars.size === 0 || values.includes(null)) return null
    for (const [stars, { exact, wide }] of byStars) {
      const found =
        exact.get(nameOf(stars, values))?.find(({ until }) => isValid(until, now)) ??
        wide.find(({ override, fits }) => isValid(override.until, now) && fits(values))?.override
      if (found !== undefined) return found
    }
    return null
  }
}

/** As keys have it; a network where it holds more than one key does. */
function valueOf(part: KeyPart | undefined, typed: string): Value {
  if (part === undefined || typed === '*') return typed
  const normal = normalValue(part, typed) ?? typed
  const network = part.from === 'network' ? parseNetwork(normal) : null
  if (part.from !== 'network' || network === null) return normal
  const { v4 = 32, v6 = 64 } = part
  if (network.prefix < (network.family === 4 ? v4 : v6)) return network
  return normalNetwork(normal.split('/', 1)[0] ?? '', { v4, v6 }) ?? normal
}

function isIn(value: Value, of: string | null): boolean {
  if (typeof value === 'string') return value === '*' || value === of
  const network = of === null ? null : parseNetwork(of)
  if (network?.family !== value.family) return false
  return network.first.every((word, index) => {
    const [first = 0, last = 0] = [value.first[index], value.last[index]]
    return first <= word && word <= last
  })
}

function isValid(until: number | null, now: number): boolean {
  return until === null || now < until
}

function starsOf({ values }: Override): number {
  return values.filter((value) => value === '*').length
}

function nameOf(stars: string, values: KeyValues): string {
  return JSON.stringify(values.filter((_, index) => stars[index] === '='))
}
