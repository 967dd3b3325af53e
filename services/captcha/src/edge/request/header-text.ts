/** A header as one text; Node gives a list only for few, of which none is read here. */
export function headerText(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}
