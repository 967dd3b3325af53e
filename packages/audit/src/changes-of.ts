import { isDeepStrictEqual } from 'node:util'

interface Changes {
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** The fields that differ, as they were and as they are: objects field by field, lists as a whole. Both are empty where nothing differs. */
export function changesOf(before: object, after: object): Changes {
  const changes: Changes = { before: {}, after: {} }
  const [was, is] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))]
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(name), is.get(name)]
    if (isDeepStrictEqual(old, now)) continue
    const both = isFields(old) && isFields(now) ? changesOf(old, now) : { before: old, after: now }
    changes.before[name] = both.before
    changes.after[name] = both.after
  }
  return changes
}

/** An object as JSON has them; a `Date` or a `Buffer` is a value. */
function isFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
