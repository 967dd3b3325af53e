import { useTranslation } from 'react-i18next'
import { SetUpSteps } from '../set-up/set-up-steps.tsx'
import { Page, PageTitle } from '../shell/page.tsx'
import { useSolution } from '../solution/use-solution.ts'

export default function SetUp() {
  const { t } = useTranslation()
  const { site, solution, base, crumb } = useSolution()
  return (
    <Page title={t(($) => $.setUp.title)} crumbs={[crumb]}>
      <PageTitle title={t(($) => $.setUp.title)} subtitle={t(($) => $.setUp.subtitle)} />
      <SetUpSteps site={site} role={solution.myRole} base={base} />
    </Page>
  )
}
