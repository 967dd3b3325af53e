/** Parameters as a page gave them, by their documented names. */
export type Parameters = Readonly<Record<string, unknown>>

/** As much of an element as is read. */
export interface Attributed {
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
}

/** The `data-` attributes of an element, by their names without `data-`. */
export function dataOf(element: Attributed): Parameters {
  return Object.fromEntries(
    [...element.attributes]
      .filter(({ name }) => name.startsWith('data-'))
      .map(({ name, value }) => [name.slice(5), value]),
  )
}

/** Those of `given` before those of `data`; what is undefined or null was not given. */
export function mergeParameters(data: Parameters, given: unknown): Parameters {
  return {
    ...data,
    ...Object.fromEntries(Object.entries(Object(given)).filter(([, value]) => value !== undefined && value !== null)),
  }
}

/** A parameter as text; undefined where there is none. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

/** A parameter that must be one of some words; any other is undefined. */
export function oneOf<Word extends string>(value: unknown, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === value)
}
