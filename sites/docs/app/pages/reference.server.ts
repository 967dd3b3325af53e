import { describeApi, readReference, type Reference } from '@bollard/api-reference'
import type { ApiPart } from './api-part.ts'

/** Stands for an installation in texts that know of none, such as Markdown. */
export const anyInstallation = 'https://captcha.example.org'

let made: Reference | null = null

/** The reference of the API, made when somebody first asks for it. */
export function apiReference(): Reference {
  made ??= readReference(describeApi({ serverUrl: anyInstallation, version: '1' }))
  return made
}

/** Addresses of what texts name in code: error codes and operations, without the language. */
export function addressOfCode(name: string): string | null {
  const { operations, problems } = apiReference()
  if (operations.has(name)) return `/api/${name}`
  return problems.has(name) ? `/errors/${name}` : null
}

/** A text with its parts in code, of which some lead somewhere. */
export function partsOf(text: string, addressOf: (name: string) => string | null = () => null): ApiPart[] {
  return text
    .split(/(`[^`]+`)/u)
    .filter((part) => part !== '')
    .map((part) => {
      if (!part.startsWith('`')) return { text: part }
      const code = part.slice(1, -1)
      const path = addressOf(code)
      return path === null ? { code } : { code, path }
    })
}
