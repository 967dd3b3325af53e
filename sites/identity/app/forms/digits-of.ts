import { textOf } from '@bollard/site-kit'

/** The digits of a code as it was typed or pasted, without spaces and hyphens. */
export function digitsOf(form: FormData, name: string): string {
  return textOf(form, name).replace(/[\s-]/gu, '')
}
