/** The text of one field of a form as it was sent, blanks included; files and missing fields are empty. */
export function textOf(fields: FormData | URLSearchParams, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
