import type { Webhook as WebhookData } from '@bollard/contracts'
import { Moment, ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { Alert, Button, Card, CardHeader } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import { DoneToast } from '../../forms/done-toast.tsx'
import { Fold } from '../../forms/fold.tsx'
import { mayAdminister, AdminsOnly } from '../../settings/admins-only.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useSolution } from '../../solution/use-solution.ts'
import { ZoneNote } from '../../words/zone-note.tsx'
import { changeWebhook, type Deed, type WebhookAnswer } from './change-webhook.server.ts'
import { Deliveries } from './deliveries.tsx'
import { NewWebhookSecret } from './new-secret.tsx'
import { WebhookFields } from './webhook-fields.tsx'
import { WebhookPill } from './webhook-pill.tsx'
import type { Route } from './+types/webhook.ts'

const missing = { code: 'not-found', requestId: '' }

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const webhookId = requireId(context, request, params.webhookId)
  const api = apiOf(context, request)
  const [{ items }, deliveries] = await Promise.all([
    load(context, request, api.listWebhooks({ solutionId })),
    load(context, request, api.listWebhookDeliveries({ solutionId, webhookId })),
  ])
  const webhook = items.find(({ id }) => id === webhookId.toLowerCase())
  if (webhook === undefined) throw data(missing, { status: 404 })
  return { webhook, deliveries: deliveries.items }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const webhookId = requireId(context, request, params.webhookId)
  const answer = await changeWebhook({ context, request, solutionId, webhookId })
  if (answer === null) throw data(missing, { status: 404 })
  return data(answer, { status: answer.problem?.status ?? (answer.secret === null ? 200 : 201) })
}

export default function WebhookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb, solution } = useSolution()
  const { webhook, deliveries } = loaderData
  const mayChange = mayAdminister(solution)
  const problemOf = (...ofDeeds: Deed[]) => (actionData && ofDeeds.includes(actionData.did) ? actionData.problem : null)
  const crumbs = [crumb, { label: t(($) => $.webhooks.title), to: `${base}/captcha/webhooks` }]
  const title = hostOf(webhook.url)
  return (
    <Page title={title} crumbs={crumbs}>
      <PageTitle title={title} subtitle={webhook.description}>
        <WebhookPill webhook={webhook} />
      </PageTitle>
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        <Outcome
          answer={actionData ?? null}
          stamp={`${webhook.version} ${deliveries[0]?.attempts} ${deliveries[0]?.id}`}
        />
        <AdminsOnly solution={solution} />
        <EditCard
          key={webhook.version}
          webhook={webhook}
          answer={actionData?.did === 'save' ? actionData : null}
          mayChange={mayChange}
        />
        <DeedCard
          title={t(($) => $.webhooks.test.title)}
          about={t(($) => $.webhooks.test.about)}
          deed="test"
          label={t(($) => $.webhooks.test.submit)}
          mayChange={mayChange}
        >
          <ProblemAlert
            problem={problemOf('test', 'redeliver')}
            words={{
              'rate-limited': t(($) => $.webhooks.test.tooMany),
              'state-conflict': t(($) => $.webhooks.deliveries.stillTried),
            }}
          />
        </DeedCard>
        <Deliveries deliveries={deliveries} mayChange={mayChange} />
        <ZoneNote />
        <DeedCard
          title={t(($) => $.webhooks.rotate.title)}
          about={
            <>
              {t(($) => $.webhooks.rotate.about)} <Moment at={webhook.secretCreatedAt} show="day" />
              {webhook.formerSecretUntil === null ? null : (
                <span className="block">
                  {t(($) => $.webhooks.rotate.until)} <Moment at={webhook.formerSecretUntil} />
                </span>
              )}
            </>
          }
          deed="rotate"
          question={t(($) => $.webhooks.rotate.question)}
          text={t(($) => $.webhooks.rotate.text)}
          label={t(($) => $.webhooks.rotate.submit)}
          mayChange={mayChange}
        >
          <ProblemAlert problem={problemOf('rotate')} />
        </DeedCard>
        <DeedCard
          title={t(($) => $.webhooks.pause.title)}
          about={t(($) => $.webhooks.pause.about)}
          deed={webhook.active ? 'pause' : 'resume'}
          label={webhook.active ? t(($) => $.webhooks.pause.pause) : t(($) => $.webhooks.pause.resume)}
          mayChange={mayChange}
        >
          <ProblemAlert problem={problemOf('pause', 'resume')} />
        </DeedCard>
        <DeedCard
          title={t(($) => $.webhooks.remove.title)}
          deed="delete"
          question={t(($) => $.webhooks.remove.question)}
          text={t(($) => $.webhooks.remove.text)}
          label={t(($) => $.webhooks.remove.submit)}
          mayChange={mayChange}
          isDanger
        >
          <ProblemAlert problem={problemOf('delete')} />
        </DeedCard>
      </div>
    </Page>
  )
}

/** What came of the last form, as long as it was not refused. */
function Outcome({ answer, stamp }: { answer: WebhookAnswer | null; stamp: string }) {
  const { t } = useTranslation()
  if (answer === null || answer.problem !== null) return null
  const { did, secret, sent } = answer
  if (secret !== null) return <NewWebhookSecret title={t(($) => $.webhooks.secret.rotated)} secret={secret} />
  if (did === 'rotate' || did === 'delete') return null
  if (sent !== null && sent !== 'DELIVERED')
    return (
      <Alert kind="danger">
        {did === 'redeliver' ? t(($) => $.webhooks.done.redeliverFailed) : t(($) => $.webhooks.done.testFailed)}
      </Alert>
    )
  return <DoneToast key={`${did} ${stamp}`}>{t(($) => $.webhooks.done[did])}</DoneToast>
}

interface EditCardProps {
  webhook: WebhookData
  answer: WebhookAnswer | null
  mayChange: boolean
}

function EditCard({ webhook, answer, mayChange }: EditCardProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const problem = answer?.problem ?? null
  const { errorOf, formProps } = useFieldErrors(problem)
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.webhooks.form.edit)} />
      <Form method="post" {...formProps}>
        <fieldset disabled={!mayChange} className="grid max-w-[34rem] min-w-0 gap-5">
          <input type="hidden" name="do" value="save" />
          <input type="hidden" name="version" value={webhook.version} />
          <ProblemAlert problem={problem} />
          <WebhookFields typed={answer?.typed ?? webhook} problem={problem} errorOf={errorOf} />
          <Button
            type="submit"
            variant="primary"
            className="justify-self-start"
            aria-disabled={isSending || !mayChange}
          >
            {isSending ? t(($) => $.settings.saving) : t(($) => $.settings.save)}
          </Button>
        </fieldset>
      </Form>
    </Card>
  )
}

interface DeedCardProps {
  title: string
  about?: ReactNode
  deed: Deed
  /** Asked before it is done, with what it means as `text`; without it one button does it. */
  question?: string
  text?: string
  label: string
  mayChange: boolean
  isDanger?: boolean
  children: ReactNode
}

function DeedCard({ title, about, deed, question, text, label, mayChange, isDanger = false, children }: DeedCardProps) {
  const isSending = useIsSending()
  const form = (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="do" value={deed} />
      <Button
        type="submit"
        size="dense"
        variant={isDanger ? 'danger' : question ? 'ink' : 'line'}
        disabled={!mayChange}
        aria-disabled={isSending || !mayChange}
      >
        {label}
      </Button>
    </Form>
  )
  return (
    <Card className="grid justify-items-start gap-3 sm:p-6">
      <div className="grid gap-1">
        <CardHeader title={title} className="!mb-0" />
        {about ? <p className="text-sm text-ink-2">{about}</p> : null}
      </div>
      {children}
      {question ? (
        <Fold label={question}>
          <p>{text}</p>
          {form}
        </Fold>
      ) : (
        form
      )}
    </Card>
  )
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}
