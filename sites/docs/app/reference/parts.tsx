import { useSite } from '@bollard/site-kit'
import type { ApiPart } from '../pages/api-part.ts'

/** A text whose names in code are shown as such, and lead to their page where they have one. */
export function Parts({ parts }: { parts: readonly ApiPart[] }) {
  const { language } = useSite()
  return parts.map((part, index) => {
    if ('text' in part) return part.text
    const code = <code key={index}>{part.code}</code>
    return part.path === undefined ? (
      code
    ) : (
      <a key={index} href={`/${language}${part.path}`}>
        {code}
      </a>
    )
  })
}
