import { textOf } from '@bollard/site-kit'
import { act, apiOf, requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useProtection } from '../use-protection.ts'
import { FormForm } from './form-form.tsx'
import { tryTypedForm } from './try-form.server.ts'
import { formOf, newForm, typedForm } from './typed-form.ts'
import type { Route } from './+types/form-new.ts'

/** `intent` names this one creation, so that a form sent twice creates one. */
export function loader({ request }: Route.LoaderArgs) {
  return { typed: newForm(new URL(request.url).searchParams.get('from')), intent: crypto.randomUUID() }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const sent = await request.formData()
  const typed = typedForm(sent)
  const intent = textOf(sent, 'intent') || crypto.randomUUID()
  if (textOf(sent, 'do') === 'try') {
    const answer = await tryTypedForm({ context, request, solutionId }, typed)
    return data({ ...answer, intent }, { status: answer.problem?.status ?? 200 })
  }
  const created = await act(
    { context, request },
    apiOf(context, request).createProtectedForm(
      { solutionId, protectedFormNewDto: formOf(typed) },
      { idempotencyKey: intent },
    ),
  )
  if (created.ok) throw redirect(`/${params.language}/solutions/${solutionId}/protection/validations`)
  const { problem } = created
  const next = problem.code === 'idempotency-mismatch' ? crypto.randomUUID() : intent
  return data({ typed, problem, tried: null, intent: next }, { status: problem.status })
}

export default function FormNew({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useProtection()
  const words = t(($) => $.protection.validations, { returnObjects: true })
  return (
    <Page title={words.new} crumbs={[crumb, { label: words.title, to: `${base}/validations` }]}>
      <PageTitle title={words.new} subtitle={words.newAbout} />
      <FormForm
        key={JSON.stringify(actionData?.typed ?? null)}
        typed={actionData?.typed ?? loaderData.typed}
        problem={actionData?.problem ?? null}
        tried={actionData?.tried ?? null}
        intent={actionData?.intent ?? loaderData.intent}
      />
    </Page>
  )
}
