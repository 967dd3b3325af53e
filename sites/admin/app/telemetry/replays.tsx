import { Moment, ProblemAlert, textOf, useFormats, useSite } from '@bollard/site-kit'
import { act, apiOf, loadPage } from '@bollard/site-kit/server'
import { Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { AreaLinks } from '../frame/area-links.tsx'
import { ListPager } from '../frame/list-pager.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import { useMayChange } from '../frame/use-operator.ts'
import type { Route } from './+types/replays.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') || undefined
  const { items, nextCursor } = await loadPage(
    context,
    request,
    apiOf(context, request).listReplays({ limit: 50, cursor }),
  )
  return { replays: items, nextCursor, isFirstPage: cursor === undefined }
}

export async function action({ request, context }: Route.ActionArgs) {
  const replayId = textOf(await request.formData(), 'replayId')
  const deleted = await act({ context, request }, apiOf(context, request).deleteReplay({ replayId }))
  return deleted.ok ? null : data({ problem: deleted.problem }, { status: deleted.problem.status })
}

/** Visits that were recorded after a yes: each as a file of its events, and the way to delete it. */
export default function Replays({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { bytes } = useFormats()
  const { replays, nextCursor, isFirstPage } = loaderData
  const mayChange = useMayChange()
  return (
    <Page title={t(($) => $.telemetry.replays)}>
      <PageTitle title={t(($) => $.telemetry.replays)} subtitle={t(($) => $.telemetry.replaysSubtitle)} />
      <AreaLinks area="visits" />
      <ProblemAlert problem={actionData?.problem ?? null} />
      {replays.length > 0 && !mayChange ? <ChangeModeHint /> : null}
      <RecordTable
        label={t(($) => $.telemetry.replays)}
        columns={[
          { label: t(($) => $.telemetry.startedAt) },
          { label: t(($) => $.telemetry.page) },
          { label: t(($) => $.telemetry.visitor) },
          { label: t(($) => $.telemetry.size), isFigure: true },
          { label: t(($) => $.telemetry.file) },
        ]}
        rows={replays.map(({ id, startedAt, path, language: spoken, device, country, characters }) => ({
          key: id,
          cells: [
            <Moment key="at" at={startedAt} />,
            path,
            [device, spoken, country].filter((part) => part !== null).join(', '),
            bytes(characters),
            <span key="file" className="flex flex-wrap items-center gap-3">
              <Link className="text-link" to={`/${language}/visits/replays/${id}`}>
                {t(($) => $.telemetry.player.open)}
              </Link>
              <a className="text-link" href={`/${language}/visits/replays/${id}/events.json`}>
                {t(($) => $.telemetry.download)}
              </a>
              {mayChange ? (
                <Form method="post">
                  <input type="hidden" name="replayId" value={id} />
                  <Button type="submit" size="dense">
                    {t(($) => $.telemetry.remove)}
                  </Button>
                </Form>
              ) : null}
            </span>,
          ],
        }))}
        empty={t(($) => $.telemetry.noReplays)}
      />
      <ListPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
    </Page>
  )
}
