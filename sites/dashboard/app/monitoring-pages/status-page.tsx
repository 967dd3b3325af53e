import { textOf, useSite } from '@bollard/site-kit'
import { act, apiOf, load, requireId } from '@bollard/site-kit/server'
import { ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { DoneToast } from '../forms/done-toast.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { DeleteCard } from '../forms/delete-card.tsx'
import { MembersOnly } from '../forms/members-only.tsx'
import { useMonitoring } from '../monitoring/use-monitoring.ts'
import { savePage } from './change-page.server.ts'
import { HostProof } from './host-proof.tsx'
import { loadServices } from './load-pages.server.ts'
import { PageForm } from './page-form.tsx'
import { shownPage } from './typed-page.ts'
import type { Route } from './+types/status-page.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const statusPageId = requireId(context, request, params.statusPageId)
  const [page, services] = await Promise.all([
    load(context, request, apiOf(context, request).getStatusPage({ solutionId, statusPageId })),
    loadServices({ context, request, solutionId }),
  ])
  return { page, services }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const statusPageId = requireId(context, request, params.statusPageId)
  const sender = { context, request, solutionId }
  const api = apiOf(context, request)
  const form = await request.formData()
  if (textOf(form, 'do') === 'prove') {
    const answer = await act(sender, api.proveStatusHost({ solutionId, statusPageId }))
    const problem = answer.ok ? null : answer.problem
    return data({ problem, typed: null, done: 'checked' as const }, { status: problem?.status ?? 200 })
  }
  if (textOf(form, 'do') !== 'delete') {
    const stored = await load(context, request, api.getStatusPage({ solutionId, statusPageId }))
    const { problem, typed } = await savePage(sender, form, stored)
    return data({ problem, typed, done: 'saved' as const }, { status: problem?.status ?? 200 })
  }
  const answer = await act(sender, api.deleteStatusPage({ solutionId, statusPageId }))
  if (answer.ok) throw redirect(`/${params.language}/solutions/${solutionId}/monitoring/pages`)
  return data({ problem: answer.problem, typed: null, done: 'saved' as const }, { status: answer.problem.status })
}

export default function StatusPageEditor({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { urls } = useSite()
  const { base, crumb } = useMonitoring()
  const { page, services } = loaderData
  const words = t(($) => $.statusPages, { returnObjects: true })
  return (
    <Page title={page.name} crumbs={[crumb, { label: words.title, to: `${base}/pages` }]}>
      <PageTitle title={page.name} subtitle={page.host ?? page.slug}>
        {page.published ? (
          <ButtonLink size="dense" href={`${urls.status}/${page.slug}`}>
            {words.open}
          </ButtonLink>
        ) : null}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {actionData?.problem === null ? (
          <DoneToast key={`${page.version} ${page.hostProof?.checkedAt}`}>
            {actionData.done === 'checked' ? words.proof.checked : words.saved}
          </DoneToast>
        ) : null}
        <MembersOnly />
        {page.host === null || page.hostProof === null ? null : (
          <HostProof host={page.host} proof={page.hostProof} target={new URL(urls.status).hostname} />
        )}
        <PageForm
          key={page.version}
          typed={actionData?.typed ?? shownPage(page, services)}
          problem={actionData?.problem ?? null}
          services={services}
          stored={page}
        />
        <DeleteCard label={words.delete} about={words.deleteAbout} />
      </div>
    </Page>
  )
}
