/** The text of one field of a sent form; files and missing fields are empty. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
