import { clusterKinds, signUpSourceKinds } from '@bollard/contracts'
import { useFormats, useSite } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { Card, CardHeader, EmptyState } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { namesOfOperators } from '../frame/names-of-operators.server.ts'
import { Page, PageTitle } from '../frame/page.tsx'
import { type Fields, runIntent } from '../frame/run-intent.server.ts'
import { ClusterTable, KeyTable, SourceTable } from './abuse-tables.tsx'
import { noteDays } from './cluster-note.tsx'
import type { Route } from './+types/abuse.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams
  const by = clusterKinds.find((one) => one === search.get('by')) ?? 'OPERATOR'
  const from = signUpSourceKinds.find((one) => one === search.get('from')) ?? 'NETWORK'
  const api = apiOf(context, request)
  const [clusters, sources, keys] = await Promise.all([
    load(context, request, api.listAbuseClusters({ by })),
    load(context, request, api.listSignUpSources({ by: from })),
    load(context, request, api.listLeakedKeys()),
  ])
  const names = await namesOfOperators(
    { request, context },
    clusters.items.map(({ note }) => note?.notedBy ?? null),
  )
  return { by, from, clusters: clusters.items, names, sources: sources.items, keys: keys.items, days: keys.days }
}

export function action({ request, context }: Route.ActionArgs) {
  const clusterOf = (fields: Fields) => ({
    by: clusterKinds.find((one) => one === fields('by')) ?? 'OPERATOR',
    value: fields('id'),
  })
  return runIntent(
    { request, context },
    {
      note(api, fields) {
        const days = noteDays.find((one) => String(one) === fields('days')) ?? 30
        const until = new Date(Date.now() + days * 86_400_000).toISOString()
        return api.noteCluster({ clusterNoteNewDto: { ...clusterOf(fields), note: fields('note'), until } })
      },
      forget: (api, fields) => api.removeClusterNote({ clusterNoteRemovalDto: clusterOf(fields) }),
    },
  )
}

const clusterWords = { OPERATOR: 'operator', NETWORK: 'network', TLS: 'tls' } as const
const sourceWords = { NETWORK: 'network', MAIL_DOMAIN: 'domain', DISPOSABLE: 'disposable' } as const

/** What looks like misuse across all solutions, and where to act. */
export default function Abuse({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { whole } = useFormats()
  const { by, from, clusters, names, sources, keys, days } = loaderData
  return (
    <Page title={t(($) => $.abuse.title)}>
      <PageTitle title={t(($) => $.abuse.title)} subtitle={t(($) => $.abuse.subtitle)} />
      <Card padded={false}>
        <CardHeader title={t(($) => $.abuse.clusters)} className="px-5 pt-5">
          {clusterKinds.map((kind) => (
            <Choice key={kind} to={`?by=${kind}&from=${from}`} isCurrent={kind === by}>
              {t(($) => $.abuse.by[clusterWords[kind]])}
            </Choice>
          ))}
        </CardHeader>
        {clusters.length === 0 ? (
          <EmptyState title={t(($) => $.abuse.noClusters)} />
        ) : (
          <ClusterTable clusters={clusters} by={by} names={names} answer={actionData} />
        )}
      </Card>
      <Card padded={false} className="mt-5">
        <CardHeader title={t(($) => $.abuse.signUps)} className="px-5 pt-5">
          {signUpSourceKinds.map((kind) => (
            <Choice key={kind} to={`?by=${by}&from=${kind}`} isCurrent={kind === from}>
              {t(($) => $.abuse.from[sourceWords[kind]])}
            </Choice>
          ))}
        </CardHeader>
        {sources.length === 0 ? (
          <EmptyState title={from === 'DISPOSABLE' ? t(($) => $.abuse.noDisposable) : t(($) => $.abuse.noSignUps)} />
        ) : (
          <SourceTable sources={sources} isNetwork={from === 'NETWORK'} />
        )}
      </Card>
      <Card padded={false} className="mt-5">
        <CardHeader title={t(($) => $.abuse.keys)} className="px-5 pt-5" />
        {days.length === 0 ? null : (
          <dl aria-label={t(($) => $.abuse.keysByDay)} className="flex flex-wrap gap-x-6 gap-y-2 px-5 pb-4 text-sm">
            {days.map(({ day, solutions }) => (
              <div key={day} className="flex gap-1.5">
                <dt className="text-ink-2">{day}</dt>
                <dd>{whole(solutions)}</dd>
              </div>
            ))}
          </dl>
        )}
        {keys.length === 0 ? <EmptyState title={t(($) => $.abuse.noKeys)} /> : <KeyTable keys={keys} />}
      </Card>
    </Page>
  )
}

function Choice({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: string }) {
  const { language } = useSite()
  return (
    <Link
      to={`/${language}/abuse${to}`}
      aria-current={isCurrent ? 'true' : undefined}
      className="inline-flex min-h-8 items-center text-sm text-link aria-[current]:font-[580] aria-[current]:text-ink touch:min-h-11"
    >
      {children}
    </Link>
  )
}
