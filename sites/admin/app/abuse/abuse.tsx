import { clusterKinds, signUpSourceKinds } from '@bollard/contracts'
import { apiOf, load } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { ChoiceLinks } from '../frame/choice-links.tsx'
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
  const { by, from, clusters, names, sources, keys, days } = loaderData
  return (
    <Page title={t(($) => $.abuse.title)}>
      <PageTitle title={t(($) => $.abuse.title)} subtitle={t(($) => $.abuse.subtitle)} />
      <ClusterTable
        clusters={clusters}
        by={by}
        choice={
          <ChoiceLinks
            isLong
            label={t(($) => $.abuse.clusters)}
            name="by"
            current={by}
            options={clusterKinds.map((kind) => [kind, t(($) => $.abuse.by[clusterWords[kind]])])}
          />
        }
        names={names}
        answer={actionData}
      />
      <SourceTable
        sources={sources}
        from={from}
        choice={
          <ChoiceLinks
            isLong
            label={t(($) => $.abuse.signUps)}
            name="from"
            current={from}
            options={signUpSourceKinds.map((kind) => [kind, t(($) => $.abuse.from[sourceWords[kind]])])}
          />
        }
      />
      <KeyTable keys={keys} days={days} />
    </Page>
  )
}
