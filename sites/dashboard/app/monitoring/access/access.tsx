import { type MonitoringKey, monitoringKeysMax, type Probe, probesMax } from '@bollard/contracts'
import { Moment, ProblemAlert } from '@bollard/site-kit'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { Alert, Button, Card, CardHeader, CopyField, EmptyState, Pill } from '@bollard/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import { DoneToast } from '../../forms/done-toast.tsx'
import { Fold } from '../../forms/fold.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useMayMakeApiKeys } from '../../frame/use-signed-in.ts'
import { AdminsOnly, mayAdminister } from '../../settings/admins-only.tsx'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import { ZoneNote } from '../../words/zone-note.tsx'
import { loadNames } from '../load-names.server.ts'
import { useMonitoring } from '../use-monitoring.ts'
import { AccessForm } from './access-form.tsx'
import { changeAccess, heldAccess } from './change-access.server.ts'
import { ProbeHealth, probeMeanings } from './probe-health.tsx'
import type { TypedAccess } from './typed-access.ts'
import type { Route } from './+types/access.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const [keys, probes, names, typed] = await Promise.all([
    load(context, request, api.listMonitoringKeys({ solutionId })),
    load(context, request, api.listProbes({ solutionId })),
    loadNames(context, request, solutionId),
    heldAccess({ context, request, solutionId }),
  ])
  return { keys: keys.items, probes: probes.items, names, typed, now: Date.now() }
}

/** Answers with a new secret itself: it must stand in no address and in no storage. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const answer = await changeAccess({
    context,
    request,
    solutionId: requireId(context, request, params.solutionId),
  })
  if (answer === null) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  return data(answer, { status: answer.problem?.status ?? (answer.secretKey === null ? 200 : 201) })
}

export default function Access({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { crumb, solution } = useMonitoring()
  const mayMakeApiKeys = useMayMakeApiKeys()
  const { keys, probes, names, typed, now } = loaderData
  const words = t(($) => $.monitoring.access, { returnObjects: true })
  const isEnded = ({ revokedAt, expiresAt }: { revokedAt: string | null; expiresAt?: string | null }) =>
    revokedAt !== null || (expiresAt != null && Date.parse(expiresAt) <= now)
  const mayCreate = mayAdminister(solution)
  const mayRevoke = solution.myRole === 'ADMIN'
  const refused = actionData?.did === 'create' && actionData.problem !== null ? actionData : null
  const typedOf = (what: TypedAccess['what']) => [refused?.typed, typed].find((one) => one?.what === what) ?? null
  const shared = { names, isEnded, mayRevoke }
  const problemOf = (what: TypedAccess['what']) => (refused?.what === what ? refused.problem : null)
  return (
    <Page title={words.title} crumbs={[crumb]}>
      <PageTitle title={words.title} subtitle={words.about} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        {actionData?.secretKey == null ? null : (
          <NewSecret key={actionData.secretKey} secret={actionData.secretKey} what={actionData.what} />
        )}
        {actionData?.did === 'revoke' && actionData.problem === null ? (
          <DoneToast key={`${keys.length} ${[...keys, ...probes].filter(isEnded).length}`}>{words.revoked}</DoneToast>
        ) : null}
        {actionData?.did === 'revoke' ? <ProblemAlert problem={actionData.problem} /> : null}
        <AdminsOnly solution={solution} />
        <SecretList what="key" items={keys} max={monitoringKeysMax} {...shared} />
        {mayRevoke && !mayMakeApiKeys ? <Alert kind="info">{t(($) => $.keys.forOperators)}</Alert> : null}
        {mayCreate && mayMakeApiKeys ? (
          <AccessForm key={`key ${keys.length}`} what="key" typed={typedOf('key')} problem={problemOf('key')} />
        ) : null}
        <SecretList what="probe" items={probes} max={probesMax} {...shared} />
        {mayCreate ? (
          <AccessForm
            key={`probe ${probes.length}`}
            what="probe"
            typed={typedOf('probe')}
            problem={problemOf('probe')}
          />
        ) : null}
        <ZoneNote />
      </div>
    </Page>
  )
}

/** A secret this once. Takes the focus: the form that made it is empty again. */
function NewSecret({ secret, what }: { secret: string; what: TypedAccess['what'] }) {
  const { t } = useTranslation()
  const texts = useCopyTexts()
  const alert = useRef<HTMLDivElement>(null)
  const words = t(($) => $.monitoring.access, { returnObjects: true })
  useEffect(() => alert.current?.focus(), [])
  return (
    <Card className="grid gap-4 sm:p-6">
      <Alert ref={alert} kind="warning" title={words[what].made}>
        {t(($) => $.keys.onlyOnce)}
      </Alert>
      <CopyField label={words[what].secret} value={secret} texts={texts} />
    </Card>
  )
}

interface SecretListProps {
  what: TypedAccess['what']
  items: readonly (MonitoringKey | Probe)[]
  max: number
  names: Readonly<Record<string, string>>
  isEnded: (one: { revokedAt: string | null; expiresAt?: string | null }) => boolean
  mayRevoke: boolean
}

/** Those that work, then those that ended last. */
function SecretList({ what, items, max, names, isEnded, mayRevoke }: SecretListProps) {
  const { t } = useTranslation()
  const words = t(($) => $.monitoring.access, { returnObjects: true })
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader title={words[what].title} className="!mb-0 border-b border-line px-4 py-3.5 sm:px-5">
        <p className="text-sm text-ink-2">
          {t(($) => $.monitoring.access.count, { count: items.filter((one) => !isEnded(one)).length, max })}
        </p>
      </CardHeader>
      {items.length === 0 ? (
        <EmptyState title={words[what].none}>{words[what].about}</EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {items.map((one) => (
            <li key={one.id} className="grid min-w-0 gap-2 px-4 py-4 text-sm sm:px-5">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <b className="font-[560] [overflow-wrap:anywhere]">{one.name}</b>
                <code className="text-xs text-ink-2">…{one.last4}</code>
                {'place' in one ? (
                  <Pill meaning={probeMeanings[one.state]}>{words.probeStates[one.state]}</Pill>
                ) : (
                  <Pill meaning={isEnded(one) ? 'neutral' : 'human'}>{isEnded(one) ? words.ended : words.works}</Pill>
                )}
              </p>
              <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
                <Told label={words.created} at={one.createdAt}>
                  {names[one.createdBy]}
                </Told>
                {'place' in one ? (
                  <>
                    <span>{t(($) => $.monitoring.access.placeIs, { place: one.place })}</span>
                    <Told label={words.seen} at={one.lastSeenAt} />
                    {one.allowPrivate ? <span>{words.private}</span> : null}
                    <ProbeHealth probe={one} />
                  </>
                ) : (
                  <>
                    <span>{one.scopes.map((scope) => words.scopes[scope]).join(', ')}</span>
                    <Told label={words.used} at={one.lastUsedAt} />
                    <Told label={words.until} at={one.expiresAt} />
                  </>
                )}
              </p>
              {mayRevoke && one.revokedAt === null ? (
                <Fold label={words.revoke} name={`${words.revoke}: ${one.name}`}>
                  <p>{words[what].revoking}</p>
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="what" value={what} />
                    <input type="hidden" name="id" value={one.id} />
                    <Button type="submit" name="do" value="revoke" size="dense" variant="danger">
                      {words.revokeNow}
                    </Button>
                  </Form>
                </Fold>
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function Told({ label, at, children }: { label: string; at: string | null; children?: ReactNode }) {
  return at === null ? null : (
    <span>
      {label} <Moment at={at} show="day" /> {children}
    </span>
  )
}
