export interface Merged<Fields extends object> {
  /** What somebody changed, and what is therefore to be saved. */
  changes: Partial<Fields>
  /** Fields that somebody else changed to something else meanwhile. */
  conflicts: (keyof Fields & string)[]
  /** Their own changes on top of everybody else's, for the form. */
  together: Fields
}

/** Lays what somebody changed since they loaded the page (`base` to `mine`) over what is saved by now. */
export function mergeChanges<Fields extends object>(base: Fields, mine: Fields, current: Fields): Merged<Fields> {
  const names = Object.keys(current) as (keyof Fields & string)[]
  const changed = names.filter((name) => !isSame(mine[name], base[name]) && !isSame(mine[name], current[name]))
  const changes = Object.fromEntries(changed.map((name) => [name, mine[name]])) as Partial<Fields>
  return {
    changes,
    conflicts: changed.filter((name) => !isSame(current[name], base[name])),
    together: { ...current, ...changes },
  }
}

/** Whether two values of a field, as JSON could hold them, are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder)
}

/** The order of names says nothing: a database gives them in one of its own. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
