import { clusterKinds, signUpSourceKinds } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { Card, CardHeader, EmptyState } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page, PageTitle } from '../frame/page.tsx'
import { ClusterTable, KeyTable, SourceTable } from './abuse-tables.tsx'
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
  return { by, from, clusters: clusters.items, sources: sources.items, keys: keys.items }
}

const clusterWords = { OPERATOR: 'operator', NETWORK: 'network', TLS: 'tls' } as const
const sourceWords = { NETWORK: 'network', MAIL_DOMAIN: 'domain' } as const

/** What looks like misuse across all solutions, and where to act. */
export default function Abuse({ loaderData: { by, from, clusters, sources, keys } }: Route.ComponentProps) {
  const { t } = useTranslation()
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
          <ClusterTable clusters={clusters} by={by} />
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
          <EmptyState title={t(($) => $.abuse.noSignUps)} />
        ) : (
          <SourceTable sources={sources} isNetwork={from === 'NETWORK'} />
        )}
      </Card>
      <Card padded={false} className="mt-5">
        <CardHeader title={t(($) => $.abuse.keys)} className="px-5 pt-5" />
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
