import { PageHead } from '@bollard/site-kit'
import { apiOf, requireUser, safeReturnTo, scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data, redirectDocument } from 'react-router'
import { FormCard } from '../forms/form-card.tsx'
import { doProven, proofKinds } from '../prove/do-proven.server.ts'
import { ProveForm } from '../prove/prove-form.tsx'
import type { Route } from './+types/prove.ts'

/**
 * Other sites send people here when a call of theirs was refused with `step-up-required`; `returnTo` is where they go on. With `factor` only a
 * second factor is offered to whoever has one.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = await requireUser(context, request)
  const isFactorNeeded = new URL(request.url).searchParams.has('factor')
  return { email, kinds: await proofKinds(apiOf(context, request)), isFactorNeeded }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { site, language } = scopeOf(context, request)
  const done = await doProven({ request, context }, await request.formData(), async () => null)
  if (!done.ok) return data({ asked: done.asked }, { status: done.problem.status })
  const returnTo = safeReturnTo(new URL(request.url).searchParams.get('returnTo'), site.urls)
  return redirectDocument(returnTo ?? `${site.urls.identity}/${language}/account`)
}

export default function Prove({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const asked = actionData?.asked ?? { kinds: loaderData.kinds, tried: null, pending: [] }
  const factors = asked.kinds.filter((kind) => kind !== 'PASSWORD')
  const kinds = loaderData.isFactorNeeded && factors.length > 0 ? factors : asked.kinds
  return (
    <FormCard title={t(($) => $.prove.title)} subtitle={t(($) => $.prove.subtitle, { email: loaderData.email })}>
      <PageHead hidden title={t(($) => $.prove.pageTitle)} />
      <ProveForm asked={{ ...asked, kinds }} />
    </FormCard>
  )
}
