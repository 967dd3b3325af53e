import { textOf } from '@bollard/site-kit'
import { act, apiOf, requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { typedValues } from '../typed-values.ts'
import { useProtection } from '../use-protection.ts'
import { LimiterForm } from './limiter-form.tsx'
import { loadZones, tryTypedLimiter } from './try-limiter.server.ts'
import { limiterOf, newLimiter } from './typed-limiter.ts'
import type { Route } from './+types/limiter-new.ts'

/** `intent` names this one creation, so that a form sent twice creates one limiter. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = newLimiter(new URL(request.url).searchParams.get('from'))
  return { typed, intent: crypto.randomUUID(), zones: await loadZones({ context, request }) }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const form = await request.formData()
  const typed = typedValues(form)
  const intent = textOf(form, 'intent') || crypto.randomUUID()
  if (textOf(form, 'do') === 'try') {
    const answer = await tryTypedLimiter({ context, request, solutionId }, form, typed)
    return data({ ...answer, intent }, { status: answer.problem?.status ?? 200 })
  }
  const created = await act(
    { context, request },
    apiOf(context, request).createLimiter({ solutionId, limiterNewDto: limiterOf(typed) }, { idempotencyKey: intent }),
  )
  if (created.ok) throw redirect(`/${params.language}/solutions/${solutionId}/protection/limiters/${created.value.id}`)
  const { problem } = created
  const next = problem.code === 'idempotency-mismatch' ? crypto.randomUUID() : intent
  return data({ typed, problem, tried: null, intent: next }, { status: problem.status })
}

export default function LimiterNew({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useProtection()
  const title = t(($) => $.protection.limiters.new)
  return (
    <Page title={title} crumbs={[crumb, { label: t(($) => $.protection.limiters.title), to: `${base}/limiters` }]}>
      <PageTitle title={title} subtitle={t(($) => $.protection.limiters.newAbout)} />
      <LimiterForm
        typed={actionData?.typed ?? loaderData.typed}
        problem={actionData?.problem ?? null}
        tried={actionData?.tried ?? null}
        zones={loaderData.zones}
        intent={actionData?.intent ?? loaderData.intent}
      />
    </Page>
  )
}
