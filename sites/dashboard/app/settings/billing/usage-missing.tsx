import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** Stands where usage would: nothing is counted any more, or it cannot be read at the moment. */
export function UsageMissing({ hasEnded }: { hasEnded: boolean }) {
  const { t } = useTranslation()
  return (
    <Card className="min-w-0">
      <CardHeader title={t(($) => $.billing.usage.missingTitle)} className="!mb-1.5" />
      <p className="text-sm text-ink-2">
        {hasEnded ? t(($) => $.billing.usage.ended) : t(($) => $.billing.usage.unavailable)}
      </p>
    </Card>
  )
}
