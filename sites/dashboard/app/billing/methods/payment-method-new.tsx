import { useIsSending } from '@bollard/site-kit'
import { apiOf, attempt, load, scopeOf } from '@bollard/site-kit/server'
import { Alert, Button, ButtonLink, Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, useSearchParams } from 'react-router'
import { answerProblem } from '../answer-problem.server.ts'
import { ProblemAlert } from '../problem-alert.tsx'
import { ProvenAlert } from '../proven-alert.tsx'
import { SetupFields } from '../stripe/setup-fields.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import type { Route } from './+types/payment-method-new.ts'

type Kind = 'CARD' | 'SEPA_DEBIT'
const kindOf = (request: Request): Kind =>
  new URL(request.url).searchParams.get('kind') === 'SEPA_DEBIT' ? 'SEPA_DEBIT' : 'CARD'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { kinds } = await load(context, request, apiOf(context, request).getPaymentOptions())
  const kind = kindOf(request)
  const isOffered = kinds.includes(kind)
  if (isOffered) scopeOf(context, request).showsPaymentFields = true
  return { kind, isOffered }
}

/** Begins a set-up with the provider. Its secret is good for this one set-up and stands in the answer alone. */
export async function action({ request, context }: Route.ActionArgs) {
  const answer = await attempt(
    apiOf(context, request).startPaymentMethodSetup({ paymentMethodSetupDto: { kind: kindOf(request) } }),
  )
  if (!answer.ok) return answerProblem(context, request, answer.problem, {})
  return data({ setup: answer.value }, { status: 201 })
}

export default function PaymentMethodNew({
  loaderData: { kind, isOffered },
  actionData,
  params,
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  // Who asked for the method is in the address, and comes back with it.
  const [search] = useSearchParams()
  const title = t(($) => $.billing.method.adds[kind])
  const back = `/${params.language}/billing`
  const setup = actionData && 'setup' in actionData ? actionData.setup : null
  return (
    <Page title={title} crumbs={[{ label: t(($) => $.billing.own.title), to: back }]}>
      <PageTitle title={title} subtitle={isOffered ? t(($) => $.billing.stripe.intro) : undefined} />
      <Card className="grid max-w-[36rem] gap-5 !p-6">
        {actionData === undefined ? (
          <ProvenAlert />
        ) : 'problem' in actionData ? (
          <ProblemAlert problem={actionData.problem} />
        ) : null}
        {setup?.publishableKey ? (
          <SetupFields
            clientSecret={setup.clientSecret}
            publishableKey={setup.publishableKey}
            returnTo={`/${params.language}/billing/payment-methods/setups/${setup.id}?${search}`}
          />
        ) : isOffered ? (
          <>
            <noscript>
              <Alert>{t(($) => $.billing.stripe.noscript)}</Alert>
            </noscript>
            <p className="text-sm text-ink-2">{t(($) => $.billing.stripe.hints[kind])}</p>
            <Form method="post">
              <Button type="submit" variant="primary" aria-disabled={isSending}>
                {t(($) => $.billing.stripe.begin)}
              </Button>
            </Form>
          </>
        ) : (
          <Alert>{t(($) => $.billing.method.onlyTransfer)}</Alert>
        )}
        <div>
          <ButtonLink asChild size="dense">
            <Link to={back}>{t(($) => $.billing.back)}</Link>
          </ButtonLink>
        </div>
      </Card>
    </Page>
  )
}
