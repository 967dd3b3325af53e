import type { Role, Site, Solution } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useNavigation } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { solutionLabel } from '../../frame/solution-label.ts'
import { useNewSecret } from '../secret-key/new-secret.ts'
import { SetUpSteps } from './set-up-steps.tsx'

interface CreatedProps {
  solution: Pick<Solution, 'id' | 'label' | 'managementOrganization' | 'item'> & { myRole: Role }
  site: Site
  /** Null when the form was sent twice: only the first answer held it. */
  secretKey: string | null
}

/**
 * The set-up of a solution that was just created, with its secret key. With JavaScript it leads on to the set-up's own address,
 * where a reload neither creates it again nor loses the place; the key comes along in memory.
 */
export function Created({ solution, site, secretKey }: CreatedProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { remember } = useNewSecret()
  const navigate = useNavigate()
  const base = `/${language}/solutions/${solution.id}`
  const next = `${base}/${solution.item.type === 'BUNDLE_SECURITY' ? 'protection/start' : 'set-up'}`
  // The answer is here before the router is done with the address.
  const isSettled = useNavigation().state === 'idle'
  useEffect(() => {
    if (!isSettled) return
    remember({ address: next, secretKey })
    void navigate(next, { replace: true })
  }, [next, isSettled, navigate, remember, secretKey])
  return (
    <Page title={t(($) => $.setUp.title)} crumbs={[{ label: solutionLabel(solution), to: `${base}/overview` }]}>
      <PageTitle
        title={t(($) => $.setUp.createdTitle, { label: solution.label })}
        subtitle={t(($) => $.setUp.created)}
      />
      <SetUpSteps site={site} role={solution.myRole} base={base} secretKey={secretKey} />
    </Page>
  )
}
