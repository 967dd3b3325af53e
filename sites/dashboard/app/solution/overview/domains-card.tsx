import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

export function DomainsCard({ domains }: { domains: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <Card className="min-w-0">
      <CardHeader title={t(($) => $.overview.domains.title)} className="!mb-1.5" />
      <p className="mb-3 text-xs text-ink-3">{t(($) => $.overview.domains.text)}</p>
      <ul className="flex flex-wrap gap-2">
        {domains.map((domain) => (
          <li key={domain} className="rounded-sm bg-sunken px-2 py-1 font-mono text-xs [overflow-wrap:anywhere]">
            {domain}
          </li>
        ))}
      </ul>
    </Card>
  )
}
