import type { Limiter, LimiterKeyPart, LimiterNew } from '@bollard/contracts'
import { useFormats } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

/** A limiter in sentences: what it allows, and for which requests. */
export function useLimiterWords() {
  const { t } = useTranslation()
  const formats = useFormats()
  const partName = (part: LimiterKeyPart): string => {
    const name = t(($) => $.protection.keys[part.from])
    if (part.from === 'header' || part.from === 'cookie') return `${name} ${part.name}`
    return part.from === 'expression' ? `“${part.text}”` : name
  }
  const whole = (value: number) => (Number.isNaN(value) ? '…' : formats.whole(value))
  const lasting = (seconds: number) => (Number.isNaN(seconds) ? '…' : formats.lasting(seconds * 1_000))
  return {
    /** Such as “At most 5 in 5 min for each network”. */
    sentence({ limit, key }: Pick<LimiterNew, 'limit' | 'key'>): string {
      const given = { limit: whole(limit.limit), key: key.map(partName).join(' + ') }
      switch (limit.kind) {
        case 'FIXED_WINDOW':
        case 'SLIDING_WINDOW':
          return t(($) => $.protection.sentence[limit.kind], { ...given, window: lasting(limit.windowSeconds) })
        case 'TOKEN_BUCKET':
          return t(($) => $.protection.sentence.TOKEN_BUCKET, {
            ...given,
            tokens: whole(limit.tokens),
            window: lasting(limit.everySeconds),
          })
        case 'CONCURRENCY':
          return t(($) => $.protection.sentence.CONCURRENCY, given)
        case 'QUOTA':
          return t(($) => $.protection.sentence[limit.period], given)
        default:
          return limit satisfies never
      }
    },
    /** Such as “POST /login”; null for all requests. */
    match({ match: { hosts, paths, methods } }: Pick<Limiter, 'match'>): string | null {
      return [methods.join(', '), hosts.join(', '), paths.join(', ')].filter((text) => text !== '').join(' ') || null
    },
  }
}
