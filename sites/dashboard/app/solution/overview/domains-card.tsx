import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { DomainList } from '../domain-list.tsx'
import { useSolution } from '../use-solution.ts'

export function DomainsCard({ domains }: { domains: readonly string[] }) {
  const { t } = useTranslation()
  const { base } = useSolution()
  return (
    <Card className="min-w-0">
      <CardHeader title={t(($) => $.overview.domains.title)} className="!mb-1.5">
        <Link to={`${base}/captcha/settings/environments`} className="text-link text-sm touch:min-h-11">
          {t(($) => $.overview.domains.edit)}
        </Link>
      </CardHeader>
      <p className="mb-3 text-xs text-ink-3">{t(($) => $.overview.domains.text)}</p>
      <DomainList domains={domains} />
    </Card>
  )
}
