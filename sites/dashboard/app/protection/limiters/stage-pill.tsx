import type { Limiter } from '@bollard/contracts'
import { useFormats } from '@bollard/site-kit'
import { Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** Whether a limiter or its edit only counts, whether it holds for some of the visitors, or for all. */
export function StagePill({ limiter: { mode, rollout } }: { limiter: Pick<Limiter, 'mode' | 'rollout'> }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (rollout?.stage === 'DRY_RUN')
    return (
      <Pill meaning="doubt" mark>
        {t(($) => $.protection.stages.TRIAL)}
      </Pill>
    )
  if (rollout?.stage === 'SHARE')
    return (
      <Pill meaning="doubt" mark>
        {t(($) => $.protection.stages.SHARE, { share: formats.share(rollout.percent / 100) })}
      </Pill>
    )
  if (rollout?.stage === 'ROLLED_BACK')
    return (
      <Pill meaning="bot" mark>
        {t(($) => $.protection.stages.ROLLED_BACK)}
      </Pill>
    )
  return mode === 'LIVE' ? (
    <Pill meaning="human" mark>
      {t(($) => $.protection.stages.LIVE)}
    </Pill>
  ) : (
    <Pill mark>{t(($) => $.protection.stages.DRY_RUN)}</Pill>
  )
}
