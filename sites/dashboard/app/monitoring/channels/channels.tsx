import type { Channel } from '@bollard/contracts'
import { Moment } from '@bollard/site-kit'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { ButtonLink, Card, CardHeader, Cell, EmptyState, HeadCell, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { ZoneNote } from '../../words/zone-note.tsx'
import { MembersOnly } from '../../forms/members-only.tsx'
import { useMonitoring } from '../use-monitoring.ts'
import { channelChoices } from './typed-channel.ts'
import type { Route } from './+types/channels.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const [channels, messages] = await Promise.all([
    load(context, request, api.listChannels({ solutionId })),
    load(context, request, api.listNotifications({ solutionId, limit: 20 })),
  ])
  return { channels: channels.items, messages: messages.items }
}

export default function Channels({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb, mayChange } = useMonitoring()
  const { channels, messages } = loaderData
  const words = t(($) => $.monitoring.channels, { returnObjects: true })
  const names = new Map(channels.map(({ id, name }) => [id, name]))
  const errors: Readonly<Record<string, string>> = words.errors
  return (
    <Page title={words.title} crumbs={[crumb]}>
      <PageTitle title={words.title} subtitle={words.about} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        <MembersOnly />
        <Card padded={false} className="overflow-hidden">
          {channels.length === 0 ? (
            <EmptyState title={words.none}>{words.noneAbout}</EmptyState>
          ) : (
            <ol className="divide-y divide-line">
              {channels.map((channel) => (
                <li key={channel.id} className="grid min-w-0 gap-1 px-4 py-3.5 text-sm sm:px-5">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <Link to={`${base}/channels/${channel.id}`} className="text-link [overflow-wrap:anywhere]">
                      {channel.name}
                    </Link>
                    <span className="text-ink-2">
                      {words.kinds[channel.target.kind === 'PRESET' ? channel.target.preset : channel.target.kind]}
                    </span>
                    <ChannelPill channel={channel} />
                  </p>
                  <LastResult result={channel.lastResult} />
                </li>
              ))}
            </ol>
          )}
        </Card>
        {mayChange ? (
          <Card className="sm:p-6">
            <CardHeader title={words.new} />
            <ul className="flex flex-wrap gap-2">
              {channelChoices.map((choice) => (
                <li key={choice}>
                  <ButtonLink asChild size="dense">
                    <Link to={`${base}/channels/new?kind=${choice}`}>{words.kinds[choice]}</Link>
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </Card>
        ) : null}
        {messages.length === 0 ? null : (
          <Card padded={false} className="overflow-hidden">
            <CardHeader title={words.messages} className="!mb-0 px-4 py-3.5 sm:px-5" />
            <Table label={words.messages} className="stacked-table border-t border-line">
              <thead>
                <tr>
                  <HeadCell className="ps-5">{words.at}</HeadCell>
                  <HeadCell>{words.channel}</HeadCell>
                  <HeadCell>{words.told}</HeadCell>
                  <HeadCell className="pe-5">{words.outcome}</HeadCell>
                </tr>
              </thead>
              <tbody>
                {messages.map((message) => (
                  <Row key={message.id}>
                    <Cell className="ps-5" data-label={words.at}>
                      <Moment at={message.createdAt} />
                    </Cell>
                    <Cell data-label={words.channel} className="!whitespace-normal">
                      {names.get(message.channelId) ?? '–'}
                    </Cell>
                    <Cell data-label={words.told} className="!whitespace-normal">
                      {message.alerts
                        .map(({ serviceName, event }) => `${serviceName} – ${words.events[event]}`)
                        .join(', ')}
                    </Cell>
                    <Cell data-label={words.outcome} className="pe-5 !whitespace-normal">
                      {words.states[message.state]}
                      {message.error === null ? null : ` · ${errors[message.error] ?? message.error}`}
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          </Card>
        )}
        <ZoneNote />
      </div>
    </Page>
  )
}

/** Whether messages go through it, and arrive. */
export function ChannelPill({ channel }: { channel: Pick<Channel, 'active' | 'failingSince'> }) {
  const { t } = useTranslation()
  const words = t(($) => $.monitoring.channels, { returnObjects: true })
  if (!channel.active) return <Pill>{words.off}</Pill>
  if (channel.failingSince !== null) return <Pill meaning="bot">{words.failing}</Pill>
  return <Pill meaning="human">{words.on}</Pill>
}

/** What became of the last message. */
export function LastResult({ result }: { result: Channel['lastResult'] }) {
  const { t } = useTranslation()
  const words = t(($) => $.monitoring.channels, { returnObjects: true })
  const errors: Readonly<Record<string, string>> = words.errors
  if (result === null) return <p className="text-sm text-ink-2">{words.untried}</p>
  return (
    <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
      {result.delivered ? words.arrived : words.lost} <Moment at={result.at} />
      {result.error === null ? null : ` · ${errors[result.error] ?? result.error}`}
      {result.httpStatus === null ? null : ` · HTTP ${result.httpStatus}`}
      {result.answer === null || result.answer === '' ? null : (
        <code className="mt-1 block text-xs">{result.answer}</code>
      )}
    </p>
  )
}
