import { problemText, type ShownProblem, textOf, useFieldErrors, useIsSending, useSite } from '@bollard/site-kit'
import { apiOf, attempt, load, referralCodeOf, requireUser, scopeOf, signInRedirect } from '@bollard/site-kit/server'
import { Alert, Button, ButtonLink, Card, Checkbox, TextAreaField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { byLink, chosen, loadChoices } from './creation-choices.server.ts'
import { InviteOffer } from './invite-offer.tsx'
import { LabelField } from './label-field.tsx'
import { type CreationChoices, MoreOptions, type TypedOptions } from './more-options.tsx'
import { useInviteToken } from './use-invite-token.ts'
import { AgreementTick } from '../settings/agreement/agreement-tick.tsx'
import { HeldBy } from '../forms/held-by.tsx'
import { dropForm, heldForm, holdForm } from '../forms/held-form.server.ts'
import { Created } from '../solution/set-up/created.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { domainError } from './domain-error.ts'
import { parseDomains } from './parse-domains.ts'
import type { Route } from './+types/solution-creation.ts'

/** Its form where it is held. */
const creation = 'creation of a solution'

/** What can be created here; monitoring has a page of its own. */
type CreatedType = 'CAPTCHA' | 'BUNDLE_SECURITY'
const typeOf = (fields: FormData | URLSearchParams): CreatedType =>
  textOf(fields, 'type') === 'BUNDLE_SECURITY' ? 'BUNDLE_SECURITY' : 'CAPTCHA'

interface Typed extends TypedOptions {
  type: CreatedType
  label: string
  domains: string
  localhost: boolean
  dpa: boolean
}

/** `intent` names this one creation, so that a form sent twice creates one captcha. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { id: by } = await requireUser(context, request)
  const search = new URL(request.url).searchParams
  const isBack = search.has('back')
  const held = isBack ? heldForm(scopeOf(context, request), request, { of: creation, by }) : null
  const dpa = scopeOf(context, request).site.legal?.dpa ?? null
  const typed = held && typedIn(new URLSearchParams(held))
  const type = typed?.type ?? typeOf(search)
  const choices = await loadChoices(apiOf(context, request), type)
  return { intent: crypto.randomUUID(), type, dpa, choices, typed }
}

/** Answers with the next screen itself: the secret key in it must stand in no address and in no storage. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = typedIn(form)
  const intent = textOf(form, 'intent') || crypto.randomUUID()
  const domains = [...new Set([...parseDomains(typed.domains), ...(typed.localhost ? ['localhost'] : [])])]
  const api = apiOf(context, request)
  const inviteToken = textOf(form, 'inviteToken')
  // Without the tick the link has no say.
  const referral =
    inviteToken !== '' && form.has('acceptReferral')
      ? { inviteToken, acceptReferral: true }
      : byLink(referralCodeOf(request))
  // The version that the form has shown: one that was replaced meanwhile is refused.
  const accepted = typed.dpa ? { dpaAccepted: { version: textOf(form, 'dpaVersion') } } : {}
  const answer = await attempt(
    api.createSolution(
      {
        solutionNewDto: { type: typed.type, label: typed.label, domains, ...chosen(typed), ...referral, ...accepted },
      },
      { idempotencyKey: intent },
    ),
  )
  if (!answer.ok) {
    const { problem } = answer
    // Whoever was signed out meanwhile signs in first, and finds the form as they left it.
    if (problem.status === 401) {
      const scope = scopeOf(context, request)
      const { localhost, dpa, ...texts } = typed
      const ticked = { ...(localhost ? { localhost: 'on' } : {}), ...(dpa ? { dpa: 'on' } : {}) }
      holdForm(scope, { of: creation, by: textOf(form, 'by') }, { ...texts, ...ticked })
      throw signInRedirect(scope, request, '?back')
    }
    const next = problem.code === 'idempotency-mismatch' ? crypto.randomUUID() : intent
    return data({ typed, sent: domains, problem, intent: next }, { status: problem.status })
  }
  dropForm(scopeOf(context, request), request)
  const { id, label, managementOrganization, myRole, secretKey } = answer.value
  const site = await load(context, request, api.getSite({ solutionId: id }))
  // The answer to a repeated call no longer holds the secret key.
  return data(
    {
      created: {
        solution: { id, label, managementOrganization, item: { type: typed.type }, myRole },
        site,
        secretKey: secretKey || null,
      },
    },
    { status: 201 },
  )
}

export default function SolutionCreation({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData && 'created' in actionData) return <Created {...actionData.created} />
  const { typed, intent } = actionData ?? loaderData
  return (
    <CreationForm
      type={typed?.type ?? loaderData.type}
      problem={actionData?.problem ?? null}
      typed={typed}
      sent={actionData?.sent ?? []}
      intent={intent}
      dpa={loaderData.dpa}
      choices={loaderData.choices}
    />
  )
}

interface CreationFormProps {
  type: CreatedType
  problem: ShownProblem | null
  typed: Typed | null
  /** The domains as they were handed on, in the order that the problem counts them. */
  sent: readonly string[]
  intent: string
  /** The operator's agreement about processing data; null without one. */
  dpa: { version: string; url: string } | null
  choices: CreationChoices
}

function CreationForm({ type, problem, typed, sent, intent, dpa, choices }: CreationFormProps) {
  const { t } = useTranslation()
  const { requestId, language } = useSite()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem)
  const invite = useInviteToken()
  const isAboutFields = problem?.errors !== undefined && problem.errors.length > 0
  const isBundle = type === 'BUNDLE_SECURITY'
  const of = useWords(isBundle)
  return (
    <Page title={of.title}>
      <PageTitle title={of.title} subtitle={of.subtitle}>
        <ButtonLink asChild size="dense">
          <Link to={`/${language}/solution-creation${isBundle ? '' : '?type=BUNDLE_SECURITY'}`}>
            {isBundle ? t(($) => $.create.monitoring.captchaInstead) : t(($) => $.create.protection.instead)}
          </Link>
        </ButtonLink>
        <ButtonLink asChild size="dense">
          <Link to={`/${language}/solution-creation/monitoring`}>{t(($) => $.create.monitoring.instead)}</Link>
        </ButtonLink>
      </PageTitle>
      <div className="grid max-w-[68rem] gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card className="!p-6">
          <Form method="post" className="grid gap-5" {...formProps}>
            <HeldBy />
            <input type="hidden" name="intent" value={intent} />
            <input type="hidden" name="type" value={type} />
            {problem ? (
              <Alert kind="danger" title={of.errorTitle}>
                {problemText(t, problem)}{' '}
                {isAboutFields
                  ? null
                  : t(($) => $.structure.error.requestId, { requestId: problem.requestId ?? requestId })}
              </Alert>
            ) : null}
            {invite ? <InviteOffer invite={invite} problem={problem} /> : null}
            <LabelField
              placeholder={t(($) => $.create.labelPlaceholder)}
              typed={typed?.label ?? ''}
              error={errorOf('label')}
            />
            <TextAreaField
              label={t(($) => $.create.domains)}
              hint={t(($) => $.create.domainsHint)}
              error={errorOf('domains') === undefined ? undefined : domainError(t, problem, sent)}
              name="domains"
              rows={3}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              inputMode="url"
              placeholder={t(($) => $.create.domainsPlaceholder)}
              defaultValue={typed?.domains ?? ''}
            />
            <Checkbox
              name="localhost"
              defaultChecked={typed?.localhost ?? true}
              label={
                <>
                  {t(($) => $.create.localhost)}{' '}
                  <span className="text-ink-3">– {t(($) => $.create.localhostHint)}</span>
                </>
              }
              className="-mt-2"
            />
            <MoreOptions {...choices} typed={typed} errorOf={errorOf} />
            {dpa ? (
              <AgreementTick dpa={dpa} ticked={typed?.dpa ?? false} isRefused={errorOf('dpaAccepted') !== undefined} />
            ) : null}
            <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
              {isSending ? t(($) => $.create.submitting) : of.submit}
            </Button>
          </Form>
        </Card>
        <section
          aria-labelledby="visitors-notice"
          className="content-start self-start rounded-lg bg-sunken p-6 text-sm text-ink-2"
        >
          <h2 id="visitors-notice" className="mb-3 font-sans text-base font-[580] tracking-normal text-ink">
            {t(($) => $.create.asideTitle)}
          </h2>
          <ul className="grid gap-3">
            {[of.aside1, of.aside2, of.aside3].map((line) => (
              <li key={line} className="flex gap-3">
                <span aria-hidden="true" className="mt-[3px] h-4 w-1.5 shrink-0 rounded-post bg-human" />
                {line}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Page>
  )
}

/** What differs between the types. */
function useWords(isBundle: boolean) {
  const { t } = useTranslation()
  const bundle = t(($) => $.create.protection, { returnObjects: true })
  if (isBundle) return bundle
  return {
    title: t(($) => $.create.title),
    subtitle: t(($) => $.create.subtitle),
    submit: t(($) => $.create.submit),
    errorTitle: t(($) => $.create.errorTitle),
    aside1: t(($) => $.create.aside1),
    aside2: t(($) => $.create.aside2),
    aside3: t(($) => $.create.aside3),
  }
}

function typedIn(fields: FormData | URLSearchParams): Typed {
  return {
    type: typeOf(fields),
    label: textOf(fields, 'label'),
    domains: textOf(fields, 'domains'),
    localhost: fields.has('localhost'),
    dpa: fields.has('dpa'),
    plan: textOf(fields, 'planCode') || textOf(fields, 'plan'),
    organizationId: textOf(fields, 'organizationId'),
    timezone: textOf(fields, 'timezone'),
    language: textOf(fields, 'language'),
  }
}
