import { requireId, scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { Page, PageTitle } from '../frame/page.tsx'
import { MembersOnly } from '../forms/members-only.tsx'
import { useMonitoring } from '../monitoring/use-monitoring.ts'
import { savePage } from './change-page.server.ts'
import { loadServices } from './load-pages.server.ts'
import { PageForm } from './page-form.tsx'
import { newPage } from './typed-page.ts'
import type { Route } from './+types/page-new.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const services = await loadServices({ context, request, solutionId: requireId(context, request, params.solutionId) })
  return { services, language: scopeOf(context, request).language }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const { id, problem, typed } = await savePage({ context, request, solutionId }, await request.formData(), null)
  if (problem !== null) return data({ problem, typed }, { status: problem.status })
  throw redirect(`/${params.language}/solutions/${solutionId}/monitoring/pages/${id}`)
}

export default function PageNew({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useMonitoring()
  const { services, language } = loaderData
  const words = t(($) => $.statusPages, { returnObjects: true })
  return (
    <Page title={words.new} crumbs={[crumb, { label: words.title, to: `${base}/pages` }]}>
      <PageTitle title={words.new} subtitle={words.about} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <MembersOnly />
        <PageForm
          typed={actionData?.typed ?? newPage(language, services)}
          problem={actionData?.problem ?? null}
          services={services}
          stored={null}
        />
      </div>
    </Page>
  )
}
