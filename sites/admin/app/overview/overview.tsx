import { useSite } from '@bollard/site-kit'
import { Card, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page, PageTitle } from '../frame/page.tsx'
import { areas } from '../shell/areas.ts'

export const loader = () => null

/** Where an operator begins. */
export default function Overview() {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <Page title={t(($) => $.overview.title)}>
      <PageTitle title={t(($) => $.overview.title)} subtitle={t(($) => $.overview.subtitle)} />
      <p className="mb-4">
        <Link to={`/${language}/overview/health`} className="text-link">
          {t(($) => $.health.title)}
        </Link>
      </p>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {areas
          .filter(({ key }) => key !== 'overview')
          .map(({ key, icon, path }) => (
            <li key={key}>
              <Card className="flex h-full items-center gap-3">
                <Icon name={icon} className="size-5 text-ink-3" />
                <Link to={`/${language}/${path}`} className="text-link">
                  {t(($) => $[key].title)}
                </Link>
              </Card>
            </li>
          ))}
      </ul>
    </Page>
  )
}
