import { useFieldErrors, useIsSending } from '@bollard/site-kit'
import { apiOf, attempt, load, requireId } from '@bollard/site-kit/server'
import { Button, ButtonLink, Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link, redirect } from 'react-router'
import { answerProblem } from '../../billing/answer-problem.server.ts'
import { loadMeans } from '../../billing/methods/load-means.server.ts'
import { MeansFields } from '../../billing/methods/means-fields.tsx'
import { ProblemAlert } from '../../billing/problem-alert.tsx'
import { ProvenAlert } from '../../billing/proven-alert.tsx'
import { readId } from '../../billing/read-id.ts'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useSettings } from '../use-settings.ts'
import type { Route } from './+types/payment.ts'
import { WhoMay } from '../../frame/needs-role.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const search = new URL(request.url).searchParams
  const [plan, { version }] = await Promise.all([
    load(context, request, api.getSolutionPlan({ solutionId })),
    load(context, request, api.getSolution({ solutionId })),
  ])
  if (plan.myRole !== 'ADMIN') return { plan, version, means: null, addressId: null, methodId: null }
  const means = await loadMeans(context, request, api)
  // An address that was just made on its own page is proposed; nothing is saved by coming here.
  const addressId = readId(search.get('address')) ?? plan.invoiceAddressId
  return { plan, version, means, addressId, methodId: readId(search.get('method')) ?? plan.paymentMethodId }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const form = await request.formData()
  const [addressId, methodId] = [readId(form.get('address')), readId(form.get('method'))]
  const solutionUpdateDto = {
    ...(addressId ? { invoiceAddressId: addressId } : {}),
    ...(methodId ? { paymentMethodId: methodId } : {}),
    version: Number(form.get('version')),
  }
  const answer = await attempt(apiOf(context, request).updateSolution({ solutionId, solutionUpdateDto }))
  if (!answer.ok)
    return answerProblem(
      context,
      request,
      answer.problem,
      { addressId, methodId },
      { address: addressId, method: methodId },
    )
  throw redirect(`/${params.language}/solutions/${solutionId}/settings/billing?done=means`)
}

export default function SolutionPayment({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { home: base, crumb } = useSettings()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(actionData?.problem)
  const { plan, version, means } = loaderData
  const billing = { label: t(($) => $.billing.title), to: `${base}/settings/billing` }
  const back = (
    <ButtonLink asChild>
      <Link to={billing.to}>{t(($) => $.billing.back)}</Link>
    </ButtonLink>
  )
  return (
    <Page title={t(($) => $.billing.means.title)} crumbs={[crumb, billing]}>
      <PageTitle
        title={t(($) => $.billing.means.title)}
        subtitle={
          means ? (
            t(($) => $.billing.means.subtitle)
          ) : (
            <WhoMay>{t(($) => $.billing.means.adminOnly, { role: t(($) => $.roles[plan.myRole]) })}</WhoMay>
          )
        }
      />
      {means ? (
        <Card className="max-w-[56rem] !p-6">
          <Form method="post" className="grid gap-5" {...formProps}>
            <input type="hidden" name="version" value={version} />
            {actionData ? <ProblemAlert problem={actionData.problem} /> : <ProvenAlert />}
            <MeansFields
              plan={plan}
              addresses={means.addresses}
              methods={means.methods}
              addressId={actionData ? actionData.addressId : loaderData.addressId}
              methodId={actionData ? actionData.methodId : loaderData.methodId}
              search={String(new URLSearchParams({ solution: plan.solutionId }))}
              errorOf={errorOf}
            />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" variant="primary" aria-disabled={isSending}>
                {isSending ? t(($) => $.billing.saving) : t(($) => $.billing.save)}
              </Button>
              {back}
            </div>
          </Form>
        </Card>
      ) : (
        back
      )}
    </Page>
  )
}
