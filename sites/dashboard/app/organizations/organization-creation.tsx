import { partnerTerms } from '@bollard/contracts'
import { useIsSending, useSite, textOf } from '@bollard/site-kit'
import { act, apiOf, load, requireUser } from '@bollard/site-kit/server'
import { Button, Card, CardHeader, Checkbox, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirect } from 'react-router'
import { LegalFields, PublicFields, useFactLabels, useFactWords } from '../organization/organization-fields.tsx'
import { OrganizationProblem } from '../organization/organization-problem.tsx'
import { RulesCard } from './programme-rules.tsx'
import { factsDto, readFacts } from '../organization/read-form.ts'
import { useFormWords } from '../organization/use-form-words.ts'
import { Page, PageTitle } from '../frame/page.tsx'
import type { Route } from './+types/organization-creation.ts'

/** `intent` names this one founding, so that a form sent twice founds one organization. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const [user, { items }] = await Promise.all([
    requireUser(context, request),
    load(context, request, apiOf(context, request).listCountries({ language: params.language, set: 'ALL' })),
  ])
  const nothing = { name: '', kind: '', legalName: '', website: '', countryCode: '', vatId: '', registerNumber: '' }
  const typed = { ...nothing, contactEmail: user.email, language: params.language, referralCode: '', terms: false }
  return { intent: crypto.randomUUID(), shownAt: new Date().toISOString(), countries: items, typed }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await request.formData()
  const facts = readFacts(form)
  const referralCode = textOf(form, 'referralCode').trim().toUpperCase()
  const typed = { ...facts, referralCode, terms: form.has('terms') }
  const intent = textOf(form, 'intent').trim() || crypto.randomUUID()
  const shownAt = textOf(form, 'shownAt').trim() || new Date().toISOString()
  if (!typed.terms) {
    const problem = { code: 'validation-failed', errors: [{ pointer: '/terms', code: 'terms' }] }
    return data({ typed, intent, shownAt, problem }, { status: 422 })
  }
  // When the rules were shown: the service notes the moment of sending, which would make the same form sent twice another one.
  const organizationNewDto = {
    ...factsDto(facts),
    acceptedTerms: { ...partnerTerms, acceptedAt: shownAt },
    ...(referralCode === '' ? {} : { referralCode }),
  }
  const answer = await act(
    { request, context },
    apiOf(context, request).createOrganization({ organizationNewDto }, { idempotencyKey: intent }),
  )
  if (answer.ok) return redirect(`/${params.language}/organizations/${answer.value.id}`)
  const next = answer.problem.code === 'idempotency-mismatch' ? crypto.randomUUID() : intent
  return data({ typed, intent: next, shownAt, problem: answer.problem }, { status: answer.problem.status })
}

export default function OrganizationCreation({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const isSending = useIsSending()
  const { typed, intent, shownAt } = actionData ?? loaderData
  const problem = actionData?.problem
  const { errorOf, formProps } = useFormWords(
    problem,
    { ...useFactWords(), terms: t(($) => $.structure.fieldErrors.terms) },
    ['kind', 'countryCode', 'terms'],
  )
  const labels = {
    ...useFactLabels(),
    referralCode: t(($) => $.organizations.fields.referralCode),
    terms: t(($) => $.organizations.fields.terms),
  }
  return (
    <Page
      title={t(($) => $.organizations.found)}
      crumbs={[{ label: t(($) => $.organizations.title), to: `/${language}/organizations` }]}
    >
      <PageTitle title={t(($) => $.organizations.found)} subtitle={t(($) => $.organizations.foundSubtitle)} />
      <Form
        method="post"
        className="grid gap-4 *:xl:col-start-1 max-w-[68rem] xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
        {...formProps}
      >
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="shownAt" value={shownAt} />
        <OrganizationProblem
          problem={problem}
          labels={labels}
          errorOf={errorOf}
          words={{ 'quota-exceeded': t(($) => $.organizations.quota) }}
        />
        <Card className="grid gap-5 sm:p-6">
          <CardHeader className="!mb-0" title={t(($) => $.organizations.fields.public)} />
          <PublicFields values={typed} errorOf={errorOf} />
        </Card>
        <Card className="grid gap-5 sm:p-6">
          <CardHeader className="!mb-0" title={t(($) => $.organizations.fields.legal)} />
          <LegalFields values={typed} countries={loaderData.countries} errorOf={errorOf} />
        </Card>
        <Card className="grid gap-5 sm:p-6">
          <CardHeader className="!mb-0" title={t(($) => $.organizations.fields.codes)} />
          <TextField
            id="referralCode"
            name="referralCode"
            label={labels.referralCode}
            aside={t(($) => $.organizations.fields.optional)}
            hint={t(($) => $.organizations.fields.referralCodeHint)}
            error={errorOf('referralCode')}
            maxLength={20}
            autoCapitalize="characters"
            spellCheck={false}
            autoComplete="off"
            defaultValue={typed.referralCode}
          />
        </Card>
        <RulesCard className="self-start xl:sticky xl:top-24 xl:!col-start-2 xl:row-span-5 xl:row-start-1" />
        <Card className="grid gap-4 sm:p-6">
          <Checkbox
            id="terms"
            name="terms"
            required
            defaultChecked={typed.terms}
            error={errorOf('terms')}
            label={labels.terms}
          />
          <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
            {isSending ? t(($) => $.organizations.founding) : t(($) => $.organizations.found)}
          </Button>
        </Card>
      </Form>
    </Page>
  )
}
