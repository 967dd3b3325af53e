import { reaches, type Role } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { useRouteLoaderData } from 'react-router'
import type { loader } from './organization-layout.tsx'

/** The organization in whose pages this is used, the address they begin with, their crumbs, and what one's role reaches. */
export function useOrganization() {
  const { t } = useTranslation()
  const { language } = useSite()
  const loaded = useRouteLoaderData<typeof loader>('organization/organization-layout')
  if (!loaded) throw new Error('useOrganization is used outside of the pages of an organization')
  const { organization } = loaded
  const base = `/${language}/organizations/${organization.id}`
  return {
    organization,
    base,
    crumbs: [
      { label: organization.name, to: base },
      { label: t(($) => $.organizations.title), to: `/${language}/organizations` },
    ].toReversed(),
    reaches: (lowest: Role) => reaches(organization.myRole, lowest),
  }
}
