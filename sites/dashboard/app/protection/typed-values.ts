/** A form as somebody typed it: every field by its place in what is sent, such as `limit/windowSeconds`; ticks of one name are lines. */
export type TypedValues = Readonly<Record<string, string>>

/** Reads a form, all fields of a name as lines. */
export function typedValues(form: FormData): TypedValues {
  return Object.fromEntries(
    Array.from(new Set(form.keys()), (name) => [name, form.getAll(name).map(String).join('\n')]),
  )
}

/** What stands in a field, without blanks around it. */
export const textAt = (typed: TypedValues, name: string): string => (typed[name] ?? '').trim()

/** A whole number, also with blanks between its thousands; anything else is NaN, which the service names as a fault of the field. */
export function numberAt(typed: TypedValues, name: string): number {
  const text = textAt(typed, name).replaceAll(/\s/gu, '')
  return /^\d+$/u.test(text) ? Number(text) : Number.NaN
}

/** Null where nothing was typed. */
export const numberOrNull = (typed: TypedValues, name: string): number | null =>
  textAt(typed, name) === '' ? null : numberAt(typed, name)

/** Words apart by blanks, commas or lines. */
export const listAt = (typed: TypedValues, name: string): string[] =>
  textAt(typed, name)
    .split(/[\s,;]+/u)
    .filter((word) => word !== '')

/** The one of several choices that was typed, or the first. */
export function choiceAt<T extends string>(typed: TypedValues, name: string, choices: readonly [T, ...T[]]): T {
  return choices.find((choice) => choice === textAt(typed, name)) ?? choices[0]
}
