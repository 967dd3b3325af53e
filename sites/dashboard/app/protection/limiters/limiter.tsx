import { textOf } from '@bollard/site-kit'
import { apiOf, load, loadPage, requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { DeleteCard } from '../../forms/delete-card.tsx'
import { DoneToast } from '../../forms/done-toast.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { typedValues } from '../typed-values.ts'
import { useProtection } from '../use-protection.ts'
import { changeLimiter } from './change-limiter.server.ts'
import { GuardPanel } from './guard-panel.tsx'
import { LimiterForm } from './limiter-form.tsx'
import { OverridesCard } from './overrides-card.tsx'
import { StagePill } from './stage-pill.tsx'
import { loadZones, tryTypedLimiter } from './try-limiter.server.ts'
import { shownLimiter } from './typed-limiter.ts'
import { useLimiterWords } from './use-limiter-words.ts'
import type { Route } from './+types/limiter.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const limiterId = requireId(context, request, params.limiterId)
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const api = apiOf(context, request)
  const [limiter, overrides, zones] = await Promise.all([
    load(context, request, api.getLimiter({ solutionId, limiterId })),
    loadPage(context, request, api.listLimiterOverrides({ solutionId, limiterId, limit: 20, cursor })),
    loadZones({ context, request }),
  ])
  return { limiter, overrides: overrides.items, nextCursor: overrides.nextCursor, isFirstPage: !cursor, zones }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const limiterId = requireId(context, request, params.limiterId)
  const sender = { context, request, solutionId }
  const form = await request.formData()
  const did = textOf(form, 'do')
  const typed = typedValues(form)
  if (did === 'try') {
    const answer = await tryTypedLimiter(sender, form, typed)
    return data({ ...answer, did, stamp: '' }, { status: answer.problem?.status ?? 200 })
  }
  const answer = await changeLimiter(sender, limiterId, form, typed)
  if (answer === undefined) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  if (answer.ok && did === 'delete') throw redirect(`/${params.language}/solutions/${solutionId}/protection/limiters`)
  const problem = answer.ok ? null : answer.problem
  const stamp = answer.ok ? crypto.randomUUID() : ''
  return data({ did, problem, typed: answer.ok ? null : typed, tried: null, stamp }, { status: problem?.status ?? 200 })
}

export default function LimiterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useProtection()
  const limiterWords = useLimiterWords()
  const { limiter, overrides, nextCursor, isFirstPage, zones } = loaderData
  const words = t(($) => $.protection.limiters, { returnObjects: true })
  const problemOf = (...deeds: string[]) =>
    actionData && deeds.includes(actionData.did) ? (actionData.problem ?? null) : null
  const isOfForm = actionData?.did === 'save' || actionData?.did === 'try'
  return (
    <Page title={limiter.name} crumbs={[crumb, { label: words.title, to: `${base}/limiters` }]}>
      <PageTitle title={limiter.name} subtitle={limiterWords.sentence(limiter)}>
        <StagePill limiter={limiter} />
      </PageTitle>
      {actionData?.stamp ? <DoneToast key={actionData.stamp}>{t(($) => $.protection.saved)}</DoneToast> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {limiter.rollout === null ? null : (
          <GuardPanel rollout={limiter.rollout} problem={problemOf('finish', 'roll-back')} />
        )}
        <LimiterForm
          key={`${limiter.version} ${actionData?.stamp ?? ''}`}
          typed={(isOfForm ? actionData.typed : null) ?? shownLimiter(limiter)}
          problem={problemOf('save', 'try')}
          tried={actionData?.tried ?? null}
          zones={zones}
          version={limiter.version}
        />
        <OverridesCard
          key={`overrides ${actionData?.stamp ?? ''}`}
          limiter={limiter}
          overrides={overrides}
          page={{ nextCursor, isFirstPage }}
          problem={problemOf('add', 'end')}
        />
        <DeleteCard label={words.delete} about={words.deleteAbout} />
      </div>
    </Page>
  )
}
