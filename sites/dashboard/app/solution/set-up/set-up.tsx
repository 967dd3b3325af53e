import { requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { SetUpSteps } from './set-up-steps.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useNewSecret } from '../secret-key/new-secret.ts'
import { AgreementHint } from '../../settings/agreement/agreement-hint.tsx'
import { findOpenAgreement } from '../../settings/agreement/find-open-agreement.server.ts'
import { useSolution } from '../use-solution.ts'
import type { Route } from './+types/set-up.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  return { waitsForAgreement: await findOpenAgreement(context, request, solutionId) }
}

export default function SetUp({ loaderData }: Route.ComponentProps) {
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
      {loaderData.waitsForAgreement ? (
        <div className="max-w-[58rem]">
          <AgreementHint role={solution.myRole} base={base} />
        </div>
      ) : null}
      <SetUpSteps site={site} role={solution.myRole} base={base} secretKey={shown?.secretKey ?? null} />
    </Page>
  )
}
