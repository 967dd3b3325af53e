import { useTranslation } from 'react-i18next'
import { SetUpSteps } from './set-up-steps.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useNewSecret } from '../secret-key/new-secret.ts'
import { useSolution } from '../use-solution.ts'

export default function SetUp() {
  const { t } = useTranslation()
  const { site, solution, base, crumb } = useSolution()
  const { shown } = useNewSecret()
  return (
    <Page title={t(($) => $.setUp.title)} crumbs={[crumb]}>
      {shown ? (
        <PageTitle
          title={t(($) => $.setUp.createdTitle, { label: solution.label })}
          subtitle={t(($) => $.setUp.created)}
        />
      ) : (
        <PageTitle title={t(($) => $.setUp.title)} subtitle={t(($) => $.setUp.subtitle)} />
      )}
      <SetUpSteps site={site} role={solution.myRole} base={base} secretKey={shown?.secretKey ?? null} />
    </Page>
  )
}
