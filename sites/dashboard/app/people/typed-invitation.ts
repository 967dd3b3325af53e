import type { Role } from '@bollard/contracts'
import { isLanguage, type Language } from '@bollard/i18n'
import { roleOf } from './role-choice.tsx'

/** An invitation as somebody filled it in. */
export interface TypedInvitation {
  email: string
  role: Role
  language: Language
  message: string
}

/** Reads it from the fields of a form; what was not chosen from a list is the least that the list has. */
export function typedInvitation(field: (name: string) => string): TypedInvitation {
  const language = field('language')
  return {
    email: field('email').trim(),
    role: roleOf(field('role')) ?? 'VIEWER',
    language: isLanguage(language) ? language : 'en',
    // Browsers send line breaks as two characters, and the service counts one each.
    message: field('message').replaceAll('\r\n', '\n').trim(),
  }
}
