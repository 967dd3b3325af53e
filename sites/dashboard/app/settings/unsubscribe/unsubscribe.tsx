import { useFormats } from '@bollard/site-kit'
import { type PaidPeriod, paidUntil, retentionDays, type Solution } from '@bollard/contracts'
import { apiOf, attempt, load, requireId, requireUser, scopeOf } from '@bollard/site-kit/server'
import { Alert, Card, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Link } from 'react-router'
import { checkedIn } from '../../health/judge-health.ts'
import { DoneToast } from '../../forms/done-toast.tsx'
import { nameOf } from '../../people/person.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { Alternatives } from './alternatives.tsx'
import { changeLifecycle, type Deed, heldDeletion, reasons } from './change-lifecycle.server.ts'
import { DeletionForm } from './deletion-form.tsx'
import { EndingCard } from './ending-card.tsx'
import { ExportCard } from './export-card.tsx'
import { useSettings } from '../use-settings.ts'
import type { Route } from './+types/unsubscribe.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const [solution, { items: members }, exports, statistics] = await Promise.all([
    load(context, request, api.getSolution({ solutionId })),
    load(context, request, api.listSolutionMembers({ solutionId })),
    attempt(api.listExports({ solutionId, limit: 3 })),
    attempt(api.getStatistics({ solutionId, period: '30d' })),
  ])
  const now = new Date()
  const end = solution.endsAt === null ? paidUntil(periodOf(solution.billing), now) : new Date(solution.endsAt)
  const mayWait = solution.lifecycle === 'ACTIVE' && end > now
  return {
    admins: members.flatMap((member) => (member.role === 'ADMIN' ? (nameOf(member) ?? []) : [])),
    membersCount: members.length,
    checked: statistics.ok ? checkedIn(statistics.value.totals) : null,
    exports: exports.ok ? exports.value.items : null,
    paidUntil: mayWait ? end.toISOString() : null,
    erasedAt: { now: daysAfter(now), later: end > now ? daysAfter(end) : null },
    isPaid: solution.planCode !== null && solution.planCode !== 'FREE',
    held: new URL(request.url).searchParams.has('back')
      ? heldDeletion(scopeOf(context, request), request, { solutionId, by: (await requireUser(context, request)).id })
      : null,
    reasons,
    retentionDays,
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const answer = await changeLifecycle({ context, request, solutionId: requireId(context, request, params.solutionId) })
  if (answer === null) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  return data(answer, { status: answer.problem?.status ?? 200 })
}

export default function SettingsUnsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { solution, userId, base } = useSettings()
  const { admins, exports, paidUntil: until, erasedAt, held, isPaid } = loaderData
  const isAdmin = solution.myRole === 'ADMIN'
  const { lifecycle } = solution
  const problemOf = (deed: Deed) => (actionData?.did === deed ? actionData.problem : null)
  const goesOn = lifecycle === 'ACTIVE'
  if (!isAdmin) {
    return (
      <SettingsPage title={t(($) => $.settings.pages.unsubscribe)}>
        <EndingCard solution={solution} erasedAt={erasedAt.later} mayUndo={false} problem={null} />
        <Alert kind="info" title={t(($) => $.settings.unsubscribe.onlyAdminsShort)}>
          {t(($) => $.settings.unsubscribe.onlyAdmins, { admins: admins.join(', ') })}{' '}
          <Link to={`${base}/members/${encodeURIComponent(userId)}`} className="text-link">
            {t(($) => $.settings.alternatives.toLeave)}
          </Link>
        </Alert>
      </SettingsPage>
    )
  }
  const form = (
    <DeletionForm
      key={lifecycle}
      label={solution.label}
      reasons={loaderData.reasons}
      paidUntil={until}
      erasedAt={erasedAt}
      typed={(actionData?.did === 'delete' ? actionData.typed : null) ?? held}
      isBack={held !== null}
      problem={problemOf('delete')}
    />
  )
  return (
    <SettingsPage
      title={t(($) => $.settings.pages.unsubscribe)}
      subtitle={goesOn ? t(($) => $.settings.unsubscribe.subtitle) : undefined}
    >
      {actionData && actionData.problem === null ? (
        <DoneToast key={`${actionData.did} ${lifecycle} ${exports?.[0]?.id ?? ''}`}>
          {t(($) => $.settings.unsubscribe.did[actionData.did])}
        </DoneToast>
      ) : null}
      <EndingCard
        solution={solution}
        erasedAt={erasedAt.later}
        mayUndo
        problem={problemOf('undo') ?? problemOf('restore')}
      />
      {goesOn ? <WhatStops {...loaderData} /> : null}
      <ExportCard base={base} exports={exports} problem={problemOf('export')} />
      {goesOn ? <Alternatives base={base} userId={userId} isPaid={isPaid} /> : null}
      {goesOn ? form : null}
      {lifecycle === 'CANCEL_SCHEDULED' ? (
        <details className="group" open={problemOf('delete') !== null || held !== null}>
          <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 text-sm text-ink-2 hover:text-ink touch:min-h-11 [&::-webkit-details-marker]:hidden">
            <Icon
              name="chevron-right"
              className="size-3.5 transition-transform duration-150 group-open:rotate-90 rtl:group-open:-rotate-90"
            />
            {t(($) => $.settings.unsubscribe.soonerTitle)}
          </summary>
          <div className="mt-2">{form}</div>
        </details>
      ) : null}
    </SettingsPage>
  )
}

/** The consequences, with their numbers. */
function WhatStops({
  checked,
  membersCount,
  retentionDays: days,
}: Pick<Route.ComponentProps['loaderData'], 'checked' | 'membersCount' | 'retentionDays'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  const lines = [
    checked === null
      ? null
      : t(($) => $.settings.unsubscribe.stops.checks, { count: checked, number: formats.whole(checked) }),
    checked === null ? null : t(($) => $.settings.unsubscribe.stops.forms),
    t(($) => $.settings.unsubscribe.stops.members, { count: membersCount }),
    t(($) => $.settings.unsubscribe.stops.billing),
    t(($) => $.settings.unsubscribe.stops.kept, { days }),
  ]
  return (
    <Card className="sm:p-6">
      <h2 className="mb-3 font-sans text-base font-[580] tracking-normal">
        {t(($) => $.settings.unsubscribe.stops.title)}
      </h2>
      <ul className="grid list-disc gap-1.5 ps-5 text-sm text-ink-2">
        {lines.map((line) => (line === null ? null : <li key={line}>{line}</li>))}
      </ul>
    </Card>
  )
}

function daysAfter(end: Date): string {
  return new Date(end.getTime() + retentionDays * 86_400_000).toISOString()
}

function periodOf(billing: Solution['billing']): PaidPeriod | null {
  if (billing === null) return null
  const dateOf = (at: string | null) => (at === null ? null : new Date(at))
  return {
    status: billing.status,
    trialEndsAt: dateOf(billing.trialEndsAt),
    periodEndsAt: dateOf(billing.periodEndsAt),
  }
}
