import { useFormats } from '@bollard/site-kit'
import type { Site } from '@bollard/contracts'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** That visitors do more work now, and who says so. */
export function AttackAlert({ underAttack: { active, since, bits } }: Pick<Site, 'underAttack'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (!active) return null
  return (
    <Alert
      kind="warning"
      title={t(($) => $.overview.underAttack.title, { times: formats.times(bits) })}
      className="mb-4"
    >
      <p className="max-w-[52rem]">
        {since === null
          ? t(($) => $.overview.underAttack.owner)
          : t(($) => $.overview.underAttack.service, { time: formats.moment(since) })}
      </p>
    </Alert>
  )
}
