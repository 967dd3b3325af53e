import { type FieldError, ProblemError } from '@bollard/http'

/** The faults that something throws, below a place in the file. */
export function faultsOf(place: string, judge: () => void): readonly FieldError[] {
  try {
    judge()
    return []
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return at(place, error.errors ?? [])
  }
}

/** Faults below a place in the file. */
export function at(place: string, errors: readonly FieldError[]): readonly FieldError[] {
  return errors.map((one) => ({ ...one, pointer: `${place}${one.pointer}` }))
}

/** Keys that come twice. */
export function duplicates(all: readonly { readonly key: string }[], place: string): FieldError[] {
  const seen = new Set<string>()
  return all.flatMap(({ key }, index) => {
    const isSecond = seen.has(key)
    seen.add(key)
    return isSecond ? [{ pointer: `${place}/${index}/key`, code: 'duplicate' }] : []
  })
}

/** Keys of services that will not be there. */
export function unknownKeys(keys: readonly string[], every: ReadonlyMap<string, object>, place: string): FieldError[] {
  return keys.flatMap((key, index) => (every.has(key) ? [] : [{ pointer: `${place}/${index}`, code: 'unknown' }]))
}

/** A key that looks like an id is the id of what has none; it cannot be given to another one. */
export function idFaults(
  list: string,
  created: readonly { readonly index: number; readonly file: { readonly key: string } }[],
): FieldError[] {
  const isId = (key: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u.test(key)
  return created.flatMap(({ index, file }) =>
    isId(file.key) ? [{ pointer: `/${list}/${index}/key`, code: 'unknown' }] : [],
  )
}
