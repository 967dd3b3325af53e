import { apiOf, attempt, load, pageAddress, requireId } from '@bollard/site-kit/server'
import { ButtonLink, Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link, redirect } from 'react-router'
import { afterMeans } from '../after-means.ts'
import { withoutProvider } from '../stripe/without-provider.ts'
import { ProblemAlert } from '../problem-alert.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import type { Route } from './+types/payment-method-setup.ts'

/** Where the provider leads once somebody has filled in its fields. Taking over what it set up may be repeated. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const setupId = requireId(context, request, params.setupId)
  const { pathname, search } = pageAddress(request)
  const plain = withoutProvider(search)
  // A sign-in on the way would carry the provider's secret on to another site, and it would stay in the list of visited pages.
  if (plain !== search) throw redirect(`${pathname}${plain}`)
  const api = apiOf(context, request)
  const answer = await attempt(api.finishPaymentMethodSetup({ setupId }))
  if (answer.ok)
    throw redirect(`/${params.language}${afterMeans(new URL(request.url).searchParams, 'method', answer.value.id)}`)
  const { problem } = answer
  if (problem.status === 401 || problem.status === 404)
    await load(context, request, api.finishPaymentMethodSetup({ setupId }))
  return { problem }
}

export default function PaymentMethodSetup({ loaderData: { problem }, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const back = `/${params.language}/billing`
  const isWaiting = problem.code === 'state-conflict'
  const title = isWaiting ? t(($) => $.billing.stripe.waitingTitle) : t(($) => $.billing.stripe.failedTitle)
  return (
    <Page title={title} crumbs={[{ label: t(($) => $.billing.own.title), to: back }]}>
      <PageTitle title={title} />
      <Card className="grid max-w-[56rem] gap-5 !p-6">
        {isWaiting ? (
          <p className="text-ink-2">{t(($) => $.billing.stripe.waiting)}</p>
        ) : (
          <ProblemAlert problem={problem} />
        )}
        <div className="flex flex-wrap gap-3">
          {isWaiting ? (
            <ButtonLink variant="primary" href={`${back}/payment-methods/setups/${params.setupId}`}>
              {t(($) => $.billing.stripe.lookAgain)}
            </ButtonLink>
          ) : null}
          <ButtonLink asChild>
            <Link to={back}>{t(($) => $.billing.back)}</Link>
          </ButtonLink>
        </div>
      </Card>
    </Page>
  )
}
