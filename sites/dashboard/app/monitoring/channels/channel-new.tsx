import { textOf, useSite } from '@bollard/site-kit'
import { act, apiOf, attempt, requireId } from '@bollard/site-kit/server'
import { Alert, ButtonLink, Card, CopyField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Link, redirect } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import { useMonitoring } from '../use-monitoring.ts'
import { ChannelForm } from './channel-form.tsx'
import { channelOf, choiceOf, newChannel, typedChannel } from './typed-channel.ts'
import type { Route } from './+types/channel-new.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const kind = choiceOf(new URL(request.url).searchParams.get('kind'))
  if (kind === undefined) throw redirect(`/${params.language}/solutions/${params.solutionId}/monitoring/channels`)
  const zones = await attempt(apiOf(context, request).listTimezones())
  return { kind, zones: zones.ok ? zones.value.items : [] }
}

/** Answers with a secret that the service made: it must stand in no address and in no storage. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const form = await request.formData()
  const kind = choiceOf(textOf(form, 'kind'))
  if (kind === undefined) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  const typed = typedChannel(kind, form)
  const answer = await act(
    { context, request },
    apiOf(context, request).createChannel({ solutionId, channelNewDto: channelOf(typed) }),
  )
  if (!answer.ok) return data({ problem: answer.problem, typed, made: null }, { status: answer.problem.status })
  const { id, signingSecret } = answer.value
  if (signingSecret === null) throw redirect(`/${params.language}/solutions/${solutionId}/monitoring/channels/${id}`)
  return data({ problem: null, typed: null, made: { id, signingSecret } }, { status: 201 })
}

export default function ChannelCreation({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const copy = useCopyTexts()
  const { base, crumb } = useMonitoring()
  const { kind, zones } = loaderData
  const words = t(($) => $.monitoring.channels, { returnObjects: true })
  const title = words.kinds[kind]
  const made = actionData?.made ?? null
  return (
    <Page title={title} crumbs={[crumb, { label: words.title, to: `${base}/channels` }]}>
      <PageTitle title={title} subtitle={words.newAbout} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        {made === null ? (
          <ChannelForm
            key={kind}
            typed={actionData?.typed ?? newChannel(kind, language)}
            problem={actionData?.problem ?? null}
            zones={zones}
          />
        ) : (
          <Card className="grid gap-4 sm:p-6">
            <Alert kind="warning">{t(($) => $.keys.onlyOnce)}</Alert>
            <CopyField label={words.signingSecret} value={made.signingSecret} texts={copy} />
            <ButtonLink asChild className="justify-self-start">
              <Link to={`${base}/channels/${made.id}`}>{words.open}</Link>
            </ButtonLink>
          </Card>
        )}
      </div>
    </Page>
  )
}
