/** Longer ones are cut. */
export const queryLengthMax = 200

/** The query in a field of a form or an address; empty without one. */
export const queryIn = (text: FormDataEntryValue | null): string =>
  typeof text === 'string' ? text.trim().slice(0, queryLengthMax) : ''
