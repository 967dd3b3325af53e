import { ButtonLink, Card, EmptyState } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** Stands in for the figures of a captcha that nobody has used, and leads to its set-up. */
export function NotUsedYet({ base }: { base: string }) {
  const { t } = useTranslation()
  return (
    <Card padded={false} className="mb-4">
      <EmptyState
        title={t(($) => $.overview.emptyTitle)}
        action={
          <ButtonLink asChild variant="primary">
            <Link to={`${base}/set-up`}>{t(($) => $.overview.emptyAction)}</Link>
          </ButtonLink>
        }
      >
        {t(($) => $.overview.empty)}
      </EmptyState>
    </Card>
  )
}
