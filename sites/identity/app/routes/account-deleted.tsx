import { PageHead, useSite } from '@bollard/site-kit'
import { ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { isTimeZone, writeDay } from '../account/when.ts'
import { FormCard } from '../forms/form-card.tsx'
import type { Route } from './+types/account-deleted.ts'

/** Where one stands after asking for the deletion: signed out. Without a time the account is gone already. */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const at = searchParams.get('at') ?? ''
  const zone = searchParams.get('zone') ?? ''
  return {
    at: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(at) && !Number.isNaN(Date.parse(at)) ? at : null,
    zone: isTimeZone(zone) ? zone : 'UTC',
  }
}

export default function AccountDeleted({ loaderData: { at, zone } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { urls, language } = useSite()
  const day = at === null ? '' : writeDay(language, zone, at)
  return (
    <FormCard
      title={at === null ? t(($) => $.accountDeleted.goneTitle) : t(($) => $.accountDeleted.plannedTitle)}
      subtitle={
        at === null
          ? t(($) => $.accountDeleted.goneSubtitle)
          : t(($) => $.accountDeleted.plannedSubtitle, { date: day })
      }
    >
      <PageHead hidden title={t(($) => $.accountDeleted.pageTitle)} />
      <ButtonLink wide href={`${urls.website}/${language}`}>
        {t(($) => $.accountDeleted.toWebsite)}
      </ButtonLink>
    </FormCard>
  )
}
