import { Pager, ProblemAlert, textOf, useSite } from '@bollard/site-kit'
import { act, apiOf, load, loadPage, requireId } from '@bollard/site-kit/server'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { namesOfOperators } from '../frame/names-of-operators.server.ts'
import { Page, PageTitle } from '../frame/page.tsx'
import { useMayChange } from '../frame/use-operator.ts'
import { UserActions } from './user-actions.tsx'
import { UserFacts, UserLog } from './user-facts.tsx'
import { PersonState } from './users.tsx'
import type { Route } from './+types/user.ts'

/** One account: what it is, what happened to it, and what deleting it would do. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const userId = requireId(context, request, params.userId)
  const api = apiOf(context, request)
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const person = await load(context, request, api.getPerson({ userId }))
  const [audit, deletion] = await Promise.all([
    loadPage(context, request, api.listPersonAudit({ userId, ...(cursor ? { cursor } : {}) })),
    load(context, request, api.previewPersonDeletion({ userId })),
  ])
  const names = await namesOfOperators(
    { request, context },
    audit.items.map(({ actor }) => (actor.kind === 'OPERATOR' ? actor.id : null)),
  )
  return { person, audit, names, deletion, isFirstPage: cursor === undefined }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const userId = requireId(context, request, params.userId)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  const api = apiOf(context, request)
  if (intent === 'view') {
    const begun = await act(
      { context, request },
      api.startView({ userId, viewNewDto: { reason: textOf(form, 'reason') } }),
    )
    // The dashboard has a host of its own, and opens the view with the link.
    if (begun.ok) throw redirect(begun.value.url)
    return data({ problem: begun.problem, intent, isDone: false }, { status: begun.problem.status })
  }
  const call = callOf(api, userId, intent, form)
  if (call === null) return data({ problem: null, intent, isDone: false }, { status: 400 })
  const answer = await act({ context, request }, call)
  if (answer.ok) return data({ problem: null, intent, isDone: true })
  return data({ problem: answer.problem, intent, isDone: false }, { status: answer.problem.status })
}

/** What a form of this page asks for; null where it is none of them. */
function callOf(
  api: ReturnType<typeof apiOf>,
  userId: string,
  intent: string,
  form: FormData,
): Promise<unknown> | null {
  const reason = textOf(form, 'reason')
  const evidence = reason
  const ask = (kind: 'GRANT_ADMIN' | 'REVOKE_ADMIN' | 'DELETE_ACCOUNT') =>
    api.createOperatorRequest({
      operatorRequestNewDto: { kind, userId, confirmEmail: textOf(form, 'confirmEmail'), reason },
    })
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    verify: () => api.verifyPersonEmail({ userId, emailEvidenceDto: { evidence } }),
    reset: () => api.resetPersonPassword({ userId, forcedResetDto: { reason } }),
    'end-session': () => api.endPersonSession({ userId, sessionId: textOf(form, 'sessionId') }),
    'end-sessions': () => api.endPersonSessions({ userId }),
    factors: () => api.removePersonFactors({ userId, factorEvidenceDto: { evidence } }),
    suspend: () => api.suspendPerson({ userId, suspensionDto: { reason } }),
    lift: () => api.liftSuspension({ userId }),
    export: () => api.createPersonExport({ userId, personExportDto: { reason } }),
    grant: () => ask('GRANT_ADMIN'),
    revoke: () => ask('REVOKE_ADMIN'),
    delete: () => ask('DELETE_ACCOUNT'),
  }
  return calls[intent]?.() ?? null
}

export default function User({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const mayChange = useMayChange()
  const { person, audit, names, deletion, isFirstPage } = loaderData
  const problem = actionData?.problem ?? null
  return (
    <Page title={person.email} crumbs={[{ label: t(($) => $.users.title), to: `/${language}/users` }]}>
      <PageTitle title={person.email} subtitle={person.givenName}>
        <PersonState person={person} />
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {/* A fault of one form is told in it. */}
        {actionData?.intent === 'end-session' ? <ProblemAlert problem={problem} /> : null}
        {actionData?.isDone ? <Alert kind="success" title={t(($) => $.users.actions.done)} /> : null}
        <UserFacts person={person} mayChange={mayChange} />
        {mayChange ? (
          <UserActions person={person} deletion={deletion} problem={problem} intent={actionData?.intent ?? null} />
        ) : (
          <ChangeModeHint />
        )}
        <UserLog entries={audit.items} names={names} />
        <Pager
          nextCursor={audit.nextCursor}
          isFirstPage={isFirstPage}
          newest={t(($) => $.users.newest)}
          older={t(($) => $.users.older)}
        />
      </div>
    </Page>
  )
}
