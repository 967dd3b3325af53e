import { problemText, type ShownProblem, useFieldErrors, useSite } from '@bollard/site-kit'
import { apiOf, attempt, load, requireUser } from '@bollard/site-kit/server'
import { Alert, Button, Card, Checkbox, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, useNavigation } from 'react-router'
import { Created } from '../set-up/created.tsx'
import { Page, PageTitle } from '../shell/page.tsx'
import { domainError } from '../solution/domain-error.ts'
import { parseDomains } from '../solution/parse-domains.ts'
import type { Route } from './+types/solution-creation.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireUser(context, request)
  return null
}

/** Answers with the next screen itself: the secret key in it must stand in no address and in no storage. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = { label: textOf(form, 'label'), domains: textOf(form, 'domains'), localhost: form.has('localhost') }
  const domains = [...new Set([...parseDomains(typed.domains), ...(typed.localhost ? ['localhost'] : [])])]
  const api = apiOf(context, request)
  const answer = await attempt(api.createSolution({ solutionNewDto: { type: 'CAPTCHA', label: typed.label, domains } }))
  if (!answer.ok) {
    // Whoever was signed out meanwhile signs in first.
    if (answer.problem.status === 401) await load(context, request, api.getCurrentSession())
    return data({ typed, sent: domains, problem: answer.problem }, { status: answer.problem.status })
  }
  const { id, label, myRole, secretKey } = answer.value
  const site = await load(context, request, api.getSite({ solutionId: id }))
  return data({ created: { solution: { id, label, myRole }, site, secretKey } }, { status: 201 })
}

export default function SolutionCreation({ actionData }: Route.ComponentProps) {
  if (actionData && 'created' in actionData) return <Created {...actionData.created} />
  return <CreationForm problem={actionData?.problem ?? null} typed={actionData?.typed ?? null} sent={actionData?.sent ?? []} />
}

interface CreationFormProps {
  problem: ShownProblem | null
  typed: { label: string; domains: string; localhost: boolean } | null
  /** The domains as they were handed on, in the order that the problem counts them. */
  sent: readonly string[]
}

function CreationForm({ problem, typed, sent }: CreationFormProps) {
  const { t } = useTranslation()
  const { requestId } = useSite()
  const isSending = useNavigation().state === 'submitting'
  const { errorOf, formProps } = useFieldErrors(problem)
  const isAboutFields = problem?.errors !== undefined && problem.errors.length > 0
  return (
    <Page title={t(($) => $.create.title)}>
      <PageTitle title={t(($) => $.create.title)} subtitle={t(($) => $.create.subtitle)} />
      <div className="grid max-w-[62rem] gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card className="!p-6">
          <Form method="post" className="grid gap-5" {...formProps}>
            {problem ? (
              <Alert kind="danger" title={t(($) => $.create.errorTitle)}>
                {problemText(t, problem)} {isAboutFields ? null : t(($) => $.structure.error.requestId, { requestId: problem.requestId ?? requestId })}
              </Alert>
            ) : null}
            <TextField
              label={t(($) => $.create.label)}
              hint={t(($) => $.create.labelHint)}
              error={errorOf('label')}
              name="label"
              required
              minLength={3}
              maxLength={50}
              autoComplete="off"
              placeholder={t(($) => $.create.labelPlaceholder)}
              defaultValue={typed?.label ?? ''}
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
                  {t(($) => $.create.localhost)} <span className="text-ink-3">– {t(($) => $.create.localhostHint)}</span>
                </>
              }
              className="-mt-2"
            />
            <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
              {isSending ? t(($) => $.create.submitting) : t(($) => $.create.submit)}
            </Button>
          </Form>
        </Card>
        <section aria-labelledby="visitors-notice" className="content-start self-start rounded-lg bg-sunken p-6 text-sm text-ink-2">
          <h2 id="visitors-notice" className="mb-3 font-sans text-base font-[580] tracking-normal text-ink">
            {t(($) => $.create.asideTitle)}
          </h2>
          <ul className="grid gap-3">
            {[t(($) => $.create.aside1), t(($) => $.create.aside2), t(($) => $.create.aside3)].map((line) => (
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

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
