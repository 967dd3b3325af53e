import { isDeepStrictEqual } from 'node:util'

/** The fields that differ, as they were and as they are: objects field by field, lists as a whole. Both are empty where nothing differs. */
export function changesOf(
  before: object,
  after: object,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const changes = { before: {} as Record<string, unknown>, after: {} as Record<string, unknown> }
  const [was, is] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))]
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(name), is.get(name)]
    if (isDeepStrictEqual(old, now)) continue
    const both = isPlainObject(old) && isPlainObject(now) ? changesOf(old, now) : { before: old, after: now }
    changes.before[name] = both.before
    changes.after[name] = both.after
  }
  return changes
}

/** Whether a value is made of fields, as JSON has them: no list, no date, not null. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
