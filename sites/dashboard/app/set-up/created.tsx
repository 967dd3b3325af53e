import type { Role, Site } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from 'react-router'
import { LiveProvider } from '../live/live-provider.tsx'
import { Page, PageTitle } from '../shell/page.tsx'
import { SetUpSteps } from './set-up-steps.tsx'

interface CreatedProps {
  solution: { id: string; label: string; myRole: Role }
  site: Site
  secretKey: string
}

/** The set-up of a solution that was just created, with its secret key. The key lives in this answer alone. */
export function Created({ solution, site, secretKey }: CreatedProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const base = `/${language}/solutions/${solution.id}`
  // The answer is here before the router is done with the address.
  const isSettled = useNavigation().state === 'idle'
  useEffect(() => {
    if (!isSettled) return
    // A reload must neither create it again nor lose the place: it finds the set-up, without the secret.
    history.replaceState(history.state, '', `${base}/set-up`)
    scrollTo(0, 0)
  }, [base, isSettled])
  return (
    <LiveProvider solutionId={solution.id}>
      <Page title={t(($) => $.setUp.title)} crumbs={[{ label: solution.label, to: `${base}/overview` }]}>
        <PageTitle title={t(($) => $.setUp.createdTitle, { label: solution.label })} subtitle={t(($) => $.setUp.created)} />
        <SetUpSteps site={site} role={solution.myRole} base={base} secretKey={secretKey} />
      </Page>
    </LiveProvider>
  )
}
