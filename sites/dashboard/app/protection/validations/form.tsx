import { textOf } from '@bollard/site-kit'
import { act, apiOf, load, requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { DeleteCard } from '../../forms/delete-card.tsx'
import { DoneToast } from '../../forms/done-toast.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useProtection } from '../use-protection.ts'
import { FormForm } from './form-form.tsx'
import { tryTypedForm } from './try-form.server.ts'
import { formOf, shownForm, typedForm } from './typed-form.ts'
import type { Route } from './+types/form.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const formId = requireId(context, request, params.formId)
  return { form: await load(context, request, apiOf(context, request).getProtectedForm({ solutionId, formId })) }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const formId = requireId(context, request, params.formId)
  const sender = { context, request, solutionId }
  const sent = await request.formData()
  const api = apiOf(context, request)
  const typed = typedForm(sent)
  if (textOf(sent, 'do') === 'delete') {
    const deleted = await act(sender, api.deleteProtectedForm({ solutionId, formId }))
    if (deleted.ok) throw redirect(`/${params.language}/solutions/${solutionId}/protection/validations`)
    return data({ typed: null, problem: deleted.problem, tried: null, stamp: '' }, { status: deleted.problem.status })
  }
  if (textOf(sent, 'do') === 'try') {
    const answer = await tryTypedForm(sender, typed)
    return data({ ...answer, stamp: '' }, { status: answer.problem?.status ?? 200 })
  }
  const protectedFormDto = { ...formOf(typed), version: Number(textOf(sent, 'version')) }
  const saved = await act(sender, api.updateProtectedForm({ solutionId, formId, protectedFormDto }))
  if (!saved.ok)
    return data({ typed, problem: saved.problem, tried: null, stamp: '' }, { status: saved.problem.status })
  return data({ typed: null, problem: null, tried: null, stamp: crypto.randomUUID() })
}

export default function FormPage({ loaderData: { form }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useProtection()
  const words = t(($) => $.protection.validations, { returnObjects: true })
  const typed = actionData?.typed ?? shownForm(form)
  return (
    <Page title={form.name} crumbs={[crumb, { label: words.title, to: `${base}/validations` }]}>
      <PageTitle title={form.name} subtitle={t(($) => $.protection.formOf.modes[form.mode].about)} />
      {actionData?.stamp ? <DoneToast key={actionData.stamp}>{t(($) => $.protection.saved)}</DoneToast> : null}
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        <FormForm
          key={`${form.version} ${JSON.stringify(actionData?.typed ?? null)}`}
          typed={typed}
          problem={actionData?.problem ?? null}
          tried={actionData?.tried ?? null}
          version={form.version}
        />
        <DeleteCard label={words.delete} about={words.deleteAbout} />
      </div>
    </Page>
  )
}
