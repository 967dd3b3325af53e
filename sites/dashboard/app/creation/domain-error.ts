import type { ShownProblem } from '@bollard/site-kit'
import type { TFunction } from 'i18next'

const namedAtMost = 3

/** What is wrong with the domains that were sent, naming the wrong ones; undefined when nothing is. */
export function domainError(
  t: TFunction,
  problem: ShownProblem | null | undefined,
  sent: readonly string[],
): string | undefined {
  const faults =
    problem?.errors?.filter(({ pointer }) => pointer === '/domains' || pointer.startsWith('/domains/')) ?? []
  const whole = faults.find(({ pointer }) => pointer === '/domains')
  if (whole?.code === 'too-long') return t(($) => $.create.errors.domainsTooMany, { max: whole.params?.['max'] ?? 0 })
  if (whole?.code === 'limit-exceeded')
    return t(($) => $.create.errors.domainsLimit, { max: whole.params?.['max'] ?? 0 })
  if (whole) return t(($) => $.create.errors.domainsMissing)
  const wrong = faults.flatMap(({ pointer, code }) => {
    const domain = sent[Number(pointer.slice('/domains/'.length))]
    return domain === undefined ? [] : [{ domain, code }]
  })
  if (wrong.length === 0) return undefined
  return wrong
    .slice(0, namedAtMost)
    .map(({ domain, code }) =>
      code === 'feature-not-in-plan'
        ? t(($) => $.create.errors.wildcard, { domain })
        : t(($) => $.create.errors.domain, { domain }),
    )
    .join(' ')
}
