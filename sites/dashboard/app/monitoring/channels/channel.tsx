import type { Channel, ChannelResult, Problem } from '@bollard/contracts'
import { ProblemAlert, textOf, useIsSending } from '@bollard/site-kit'
import { act, apiOf, attempt, load, requireId } from '@bollard/site-kit/server'
import { Alert, Button, Card, CardHeader, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirect } from 'react-router'
import { DoneToast } from '../../forms/done-toast.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { DeleteCard } from '../../forms/delete-card.tsx'
import { useMonitoring } from '../use-monitoring.ts'
import { ChannelForm } from './channel-form.tsx'
import { GaveUp } from './gave-up.tsx'
import { ChannelPill, LastResult } from './channels.tsx'
import { channelOf, choiceOf, shownChannel, type TypedChannel, typedChannel } from './typed-channel.ts'
import type { Route } from './+types/channel.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const channelId = requireId(context, request, params.channelId).toLowerCase()
  const api = apiOf(context, request)
  const [{ items }, zones, gaveUp] = await Promise.all([
    load(context, request, api.listChannels({ solutionId })),
    attempt(api.listTimezones()),
    load(context, request, api.listNotifications({ solutionId, channelId, state: 'FAILED', limit: 20 })),
  ])
  const channel = items.find(({ id }) => id === channelId)
  if (channel === undefined) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  return { channel, zones: zones.ok ? zones.value.items : [], gaveUp: gaveUp.items }
}

interface Answer {
  did: 'save' | 'test' | 'again' | 'delete'
  problem: Problem | null
  typed: TypedChannel | null
  result: ChannelResult | null
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const channelId = requireId(context, request, params.channelId)
  const form = await request.formData()
  const api = apiOf(context, request)
  const did = (['save', 'test', 'again', 'delete'] as const).find((deed) => deed === textOf(form, 'do'))
  const kind = choiceOf(textOf(form, 'kind'))
  if (did === undefined || (did === 'save' && kind === undefined))
    throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  const sender = { context, request }
  const done: Answer = { did, problem: null, typed: null, result: null }
  if (did === 'test') {
    const answer = await act(sender, api.testChannel({ solutionId, channelId }))
    return answer.ok ? data({ ...done, result: answer.value }) : refused({ ...done, problem: answer.problem })
  }
  if (did === 'again') {
    const id = textOf(form, 'id')
    const notificationRetryDto = { ids: id === '' ? null : [id] }
    const answer = await act(sender, api.retryNotifications({ solutionId, channelId, notificationRetryDto }))
    return answer.ok ? data(done) : refused({ ...done, problem: answer.problem })
  }
  if (did === 'delete') {
    const answer = await act(sender, api.deleteChannel({ solutionId, channelId }))
    if (!answer.ok) return refused({ ...done, problem: answer.problem })
    throw redirect(`/${params.language}/solutions/${solutionId}/monitoring/channels`)
  }
  const typed = typedChannel(kind ?? 'EMAIL', form)
  const channelDto = { ...channelOf(typed), version: Number(textOf(form, 'version')) }
  const answer = await act(sender, api.putChannel({ solutionId, channelId, channelDto }))
  return answer.ok ? data(done) : refused({ ...done, problem: answer.problem, typed })
}

/** People who are no members, and what they have answered. */
function Addresses({ addresses }: { addresses: Channel['addresses'] }) {
  const { t } = useTranslation()
  const words = t(($) => $.monitoring.channel.addresses, { returnObjects: true })
  if (addresses.length === 0) return null
  return (
    <Card className="grid gap-3 sm:p-6">
      <CardHeader title={words.title} className="!mb-0" />
      <ul className="grid gap-2 text-sm">
        {addresses.map(({ email, state }) => (
          <li key={email} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 [overflow-wrap:anywhere]">{email}</span>
            <Pill meaning={meaningOf[state]}>{words.states[state]}</Pill>
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-2">{words.about}</p>
    </Card>
  )
}
const meaningOf = { WAITING: 'doubt', CONFIRMED: 'human', UNSUBSCRIBED: 'neutral', BOUNCED: 'bot' } as const

const refused = (answer: Answer) => data(answer, { status: answer.problem?.status ?? 200 })

export default function ChannelPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { base, crumb, mayChange } = useMonitoring()
  const { channel, zones, gaveUp } = loaderData
  const words = t(($) => $.monitoring.channels, { returnObjects: true })
  const isSaved = actionData?.did === 'save' && actionData.problem === null
  return (
    <Page title={channel.name} crumbs={[crumb, { label: words.title, to: `${base}/channels` }]}>
      <PageTitle
        title={channel.name}
        subtitle={words.kinds[channel.target.kind === 'PRESET' ? channel.target.preset : channel.target.kind]}
      >
        <ChannelPill channel={channel} />
      </PageTitle>
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        {isSaved ? <DoneToast key={channel.version}>{t(($) => $.monitoring.incident.done)}</DoneToast> : null}
        {actionData?.did === 'save' ? null : (
          <ProblemAlert problem={actionData?.problem} words={{ 'in-use': words.inUse }} />
        )}
        {actionData?.result ? (
          <Alert kind={actionData.result.delivered ? 'success' : 'danger'}>
            <LastResult result={actionData.result} />
          </Alert>
        ) : null}
        <Card className="grid justify-items-start gap-3 sm:p-6">
          <CardHeader title={words.test} className="!mb-0" />
          <LastResult result={channel.lastResult} />
          {mayChange ? (
            <Form method="post" preventScrollReset>
              <Button type="submit" name="do" value="test" size="dense" aria-disabled={isSending}>
                {words.testNow}
              </Button>
            </Form>
          ) : null}
        </Card>
        <Addresses addresses={channel.addresses} />
        <GaveUp messages={gaveUp} mayChange={mayChange} />
        <ChannelForm
          key={channel.version}
          typed={actionData?.typed ?? shownChannel(channel)}
          problem={actionData?.did === 'save' ? actionData.problem : null}
          zones={zones}
          version={channel.version}
          secrets={channel.secrets}
        />
        <DeleteCard label={words.delete} about={words.deleteAbout} />
      </div>
    </Page>
  )
}
