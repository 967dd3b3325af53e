/** The text of one field of a sent form, or of an address that fills a form; files and missing fields are empty. */
export function textOf(fields: FormData | URLSearchParams, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
