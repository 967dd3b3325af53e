import { useSite } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link, useRouteLoaderData } from 'react-router'
import { useCurrentSolution } from './use-current-solution.ts'

/** On every page of a solution or an organization that an administrator of the installation only visits, what that means and the way out. */
export function VisitNotice() {
  const { t } = useTranslation()
  const { language } = useSite()
  const ofOrganization = useRouteLoaderData<{ isVisit: boolean }>('organization/organization-layout')
  const solution = useCurrentSolution()
  if (!(solution?.isVisit ?? ofOrganization?.isVisit)) return null
  return (
    <Alert kind="info" title={t(($) => $.visit.title)} className="mt-5">
      {t(($) => $.visit.text)}{' '}
      <Link to={`/${language}/dashboard`} className="text-link">
        {t(($) => $.visit.leave)}
      </Link>
    </Alert>
  )
}
