import { useFormats } from '@bollard/site-kit'
import type { Verification } from '@bollard/contracts'
import { Card, CardHeader, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** Whether the customer's own server asked about this visitor. */
export function Retrieval({
  verification: { firstFetchedAt, lastFetchedAt, retrievals, outcome },
}: {
  verification: Verification
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <Card>
      <CardHeader title={t(($) => $.detail.result)} />
      {firstFetchedAt ? (
        <p className="flex items-start gap-2 text-sm">
          <Icon name="check" className="mt-0.5 size-4 shrink-0 text-human" />
          <span>
            {t(($) => $.detail.fetched)}{' '}
            <time dateTime={firstFetchedAt} className="text-ink-2">
              {t(($) => $.detail.fetchedAt, { time: formats.moment(firstFetchedAt) })}
            </time>
            {retrievals > 1 && lastFetchedAt ? (
              <span className="block text-ink-2">
                {t(($) => $.detail.fetchedTimes, { count: retrievals, time: formats.moment(lastFetchedAt) })}
              </span>
            ) : null}
          </span>
        </p>
      ) : outcome === 'REFUSED' ? (
        <p className="text-sm text-ink-2">{t(($) => $.detail.refusedNotFetched)}</p>
      ) : (
        <p className="flex items-start gap-2 text-sm">
          <Icon name="alert" className="mt-0.5 size-4 shrink-0 text-doubt" />
          <span>
            {t(($) => $.detail.notFetched)}
            <span className="block text-ink-2">{t(($) => $.detail.notFetchedText)}</span>
          </span>
        </p>
      )}
    </Card>
  )
}
