import type { GeneralField, GeneralFields } from './general-fields.ts'

export interface Merged {
  /** What somebody changed, and what is therefore to be saved. */
  changes: Partial<GeneralFields>
  /** Fields that somebody else changed to something else meanwhile. */
  conflicts: GeneralField[]
  /** Their own changes on top of everybody else's, for the form. */
  together: GeneralFields
}

/** Lays what somebody changed since they loaded the page (`base` to `mine`) over what is saved by now. */
export function mergeChanges(base: GeneralFields, mine: GeneralFields, current: GeneralFields): Merged {
  const names = Object.keys(current) as GeneralField[]
  const changed = names.filter((name) => !isSame(mine[name], base[name]) && !isSame(mine[name], current[name]))
  const changes = Object.fromEntries(changed.map((name) => [name, mine[name]])) as Partial<GeneralFields>
  return {
    changes,
    conflicts: changed.filter((name) => !isSame(current[name], base[name])),
    together: { ...current, ...changes },
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
