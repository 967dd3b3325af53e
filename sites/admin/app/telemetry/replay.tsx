import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { ButtonLink, Card, CardHeader } from '@bollard/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '../frame/list-table.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { clock, ReplayPlayer } from './replay-player.tsx'
import type { ReplayState } from './use-replay.ts'
import type { Route } from './+types/replay.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const replayId = requireId(context, request, params.replayId)
  return { replay: await load(context, request, apiOf(context, request).getReplay({ replayId })) }
}

/** One visit, played in the page, with what is known of it. */
export default function Replay({ loaderData: { replay } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { bytes } = useFormats()
  const [viewport, setViewport] = useState<ReplayState['viewport']>(null)
  const { id, startedAt, lastAt, path, device, language: spoken, country, characters } = replay
  const base = `/${language}/visits/replays`
  const address = `${base}/${id}/events.json`
  return (
    <Page title={t(($) => $.telemetry.player.title)} crumbs={[{ label: t(($) => $.telemetry.replays), to: base }]}>
      <PageTitle title={t(($) => $.telemetry.player.title)} subtitle={path}>
        <ButtonLink href={address}>{t(($) => $.telemetry.download)}</ButtonLink>
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5">
        <ReplayPlayer key={id} address={address} onViewport={setViewport} />
        <Card>
          <CardHeader title={t(($) => $.telemetry.player.facts)} />
          <Facts
            facts={[
              [t(($) => $.telemetry.page), path],
              [t(($) => $.telemetry.startedAt), <Moment key="at" at={startedAt} />],
              [t(($) => $.telemetry.player.length), clock(Date.parse(lastAt) - Date.parse(startedAt))],
              [
                t(($) => $.telemetry.player.viewport),
                viewport === null ? '–' : `${viewport.width} × ${viewport.height}`,
              ],
              [t(($) => $.telemetry.visitor), [device, spoken, country].filter((part) => part !== null).join(', ')],
              [t(($) => $.telemetry.size), bytes(characters)],
              [t(($) => $.telemetry.player.consent), t(($) => $.telemetry.player.consentGiven)],
            ]}
          />
        </Card>
      </div>
    </Page>
  )
}
