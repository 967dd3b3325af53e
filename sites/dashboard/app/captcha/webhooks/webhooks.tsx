import { ProblemAlert, textOf, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { act, apiOf, load, requireId } from '@bollard/site-kit/server'
import { Button, ButtonLink, Card, CardHeader, Cell, EmptyState, HeadCell, Icon, Row, Table } from '@bollard/ui'
import type { Problem, Webhook } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { mayAdminister, AdminsOnly } from '../../settings/admins-only.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useSolution } from '../../solution/use-solution.ts'
import { NewWebhookSecret } from './new-secret.tsx'
import { eventNames, newWebhook, type TypedWebhook, typedWebhook } from './typed-webhook.ts'
import { WebhookFields } from './webhook-fields.tsx'
import { WebhookPill } from './webhook-pill.tsx'
import type { Route } from './+types/webhooks.ts'

const webhooksMax = 10

/** `intent` names this one creation, so that a form sent twice creates one webhook. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const { items } = await load(context, request, apiOf(context, request).listWebhooks({ solutionId }))
  return { webhooks: items, intent: crypto.randomUUID() }
}

/** Answers with the secret itself: it must stand in no address and in no storage. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const form = await request.formData()
  const typed = typedWebhook(form)
  const intent = textOf(form, 'intent') || crypto.randomUUID()
  const answer = await act(
    { context, request },
    apiOf(context, request).createWebhook({ solutionId, webhookNewDto: typed }, { idempotencyKey: intent }),
  )
  if (!answer.ok) return data({ problem: answer.problem, typed, intent }, { status: answer.problem.status })
  const { webhook, secret } = answer.value
  // The answer to a repeated call no longer holds the secret.
  return data({ created: { id: webhook.id, secret: secret || '' } }, { status: 201 })
}

export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useSolution()
  const created = actionData && 'created' in actionData ? actionData.created : null
  const refused = actionData && 'problem' in actionData ? actionData : null
  const { webhooks, intent } = loaderData
  return (
    <Page title={t(($) => $.webhooks.title)} crumbs={[crumb]}>
      <PageTitle title={t(($) => $.webhooks.title)} subtitle={t(($) => $.webhooks.subtitle)} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        {created ? (
          <NewWebhookSecret title={t(($) => $.webhooks.secret.created)} secret={created.secret}>
            <ButtonLink asChild className="justify-self-start">
              <Link to={`${base}/captcha/webhooks/${created.id}`}>{t(($) => $.webhooks.secret.open)}</Link>
            </ButtonLink>
          </NewWebhookSecret>
        ) : null}
        <WebhookList webhooks={webhooks} base={base} />
        <CreationCard
          key={refused?.intent ?? intent}
          intent={refused?.intent ?? intent}
          typed={refused?.typed ?? newWebhook}
          problem={refused?.problem ?? null}
          isFull={webhooks.length >= webhooksMax}
        />
      </div>
    </Page>
  )
}

function WebhookList({ webhooks, base }: { webhooks: readonly Webhook[]; base: string }) {
  const { t } = useTranslation()
  if (webhooks.length === 0)
    return (
      <Card padded={false}>
        <EmptyState title={t(($) => $.webhooks.none)}>{t(($) => $.webhooks.noneAbout)}</EmptyState>
      </Card>
    )
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader title={t(($) => $.webhooks.list)} className="!mb-0 px-4 py-3.5 sm:px-5">
        <p className="text-sm text-ink-2">{t(($) => $.webhooks.count, { count: webhooks.length, max: webhooksMax })}</p>
      </CardHeader>
      <Table label={t(($) => $.webhooks.list)} className="stacked-table border-t border-line">
        <thead>
          <tr>
            <HeadCell className="ps-5">{t(($) => $.webhooks.columns.url)}</HeadCell>
            <HeadCell>{t(($) => $.webhooks.columns.events)}</HeadCell>
            <HeadCell>{t(($) => $.webhooks.columns.state)}</HeadCell>
            <HeadCell className="pe-5">
              <span className="sr-only">{t(($) => $.webhooks.columns.open)}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {webhooks.map((webhook) => (
            <Row key={webhook.id}>
              <Cell className="stacked-wide max-w-[24rem] ps-5 !whitespace-normal">
                <span className="grid min-w-0 gap-0.5">
                  <span className="font-mono text-xs [overflow-wrap:anywhere]">{webhook.url}</span>
                  {webhook.description === '' ? null : <span className="text-ink-2">{webhook.description}</span>}
                </span>
              </Cell>
              <Cell data-label={t(($) => $.webhooks.columns.events)} className="!whitespace-normal">
                {webhook.events.map((event) => t(($) => $.webhooks.events[eventNames[event]])).join(', ')}
              </Cell>
              <Cell data-label={t(($) => $.webhooks.columns.state)}>
                <WebhookPill webhook={webhook} />
              </Cell>
              <Cell className="stacked-wide pe-5" align="end">
                <Link
                  to={`${base}/captcha/webhooks/${webhook.id}`}
                  className="text-link inline-flex min-h-6 items-center gap-1 touch:min-h-11"
                >
                  {t(($) => $.webhooks.columns.open)}
                  <span className="sr-only">: {webhook.url}</span>
                  <Icon name="chevron-right" className="size-3.5" />
                </Link>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

interface CreationCardProps {
  intent: string
  typed: TypedWebhook
  problem: Problem | null
  isFull: boolean
}

function CreationCard({ intent, typed, problem, isFull }: CreationCardProps) {
  const { t } = useTranslation()
  const { solution } = useSolution()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem)
  const mayChange = mayAdminister(solution)
  const full = t(($) => $.webhooks.form.full, { max: webhooksMax })
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.webhooks.form.create)} />
      {isFull && problem === null ? (
        <p className="text-sm text-ink-2">{full}</p>
      ) : (
        <Form method="post" {...formProps}>
          <fieldset disabled={!mayChange} className="grid max-w-[34rem] min-w-0 gap-5">
            <AdminsOnly solution={solution} />
            <input type="hidden" name="intent" value={intent} />
            <ProblemAlert problem={problem} words={{ 'quota-exceeded': full }} />
            <WebhookFields typed={typed} problem={problem} errorOf={errorOf} />
            <Button
              type="submit"
              variant="primary"
              className="justify-self-start"
              aria-disabled={isSending || !mayChange}
            >
              {isSending ? t(($) => $.webhooks.form.submitting) : t(($) => $.webhooks.form.submit)}
            </Button>
          </fieldset>
        </Form>
      )}
    </Card>
  )
}
