import type { ShownProblem } from '@bollard/site-kit'
import { TextAreaField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { FaultLines } from '../../../sections/fault-lines.tsx'

/** The domains of an environment, with what is wrong with each of those that were sent. */
export function DomainsField({
  shown,
  sent,
  problem,
}: {
  shown: readonly string[] | string
  /** As they were sent, in the order that the problem counts them. */
  sent: readonly string[]
  problem: ShownProblem | null
}) {
  const { t } = useTranslation()
  const lines = useDomainFaults(problem, sent)
  return (
    <TextAreaField
      id="domains"
      name="domains"
      label={t(($) => $.create.domains)}
      hint={t(($) => $.captchaSettings.environments.domainsHint)}
      error={lines.length === 0 ? undefined : <FaultLines faults={lines} />}
      rows={4}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="url"
      placeholder={t(($) => $.create.domainsPlaceholder)}
      className="max-w-[34rem]"
      defaultValue={typeof shown === 'string' ? shown : shown.join('\n')}
    />
  )
}

/** A sentence for each domain that cannot be used, and for their number. */
function useDomainFaults(problem: ShownProblem | null, sent: readonly string[]): string[] {
  const { t } = useTranslation()
  const known: Readonly<Record<string, unknown>> = t(($) => $.captchaSettings.environments.faults, {
    returnObjects: true,
  })
  const faults = problem?.errors ?? []
  return faults.flatMap(({ pointer, code, params }) => {
    if (pointer === '/domains') {
      return code === 'limit-exceeded' || code === 'too-long'
        ? [t(($) => $.captchaSettings.environments.domainsLimit, { max: params?.['max'] ?? 0 })]
        : [t(($) => $.create.errors.domainsMissing)]
    }
    const domain = pointer.startsWith('/domains/') ? sent[Number(pointer.slice('/domains/'.length))] : undefined
    if (domain === undefined) return []
    const fault = (code in known ? code : 'domain') as 'domain'
    return [t(($) => $.captchaSettings.environments.faults[fault], { domain })]
  })
}
