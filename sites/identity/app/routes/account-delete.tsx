import { ProblemAlert, type ShownProblem, useFieldErrors, useIsSending, useSite, textOf } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { Alert, Button, Card, CardHeader, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirectDocument } from 'react-router'
import { AccountPage } from '../account/account-page.tsx'
import { OwnedList } from '../account/owned-list.tsx'
import { writeDay } from '../account/when.ts'
import { doProven } from '../prove/do-proven.server.ts'
import type { Route } from './+types/account-delete.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const [profile, preview] = await Promise.all([
    load(context, request, api.getProfile()),
    load(context, request, api.previewAccountDeletion()),
  ])
  return { profile, preview }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await request.formData()
  const comment = textOf(form, 'comment').trim()
  const when = form.get('when') === 'IMMEDIATELY' ? 'IMMEDIATELY' : 'IN_30_DAYS'
  const sent = { confirmEmail: textOf(form, 'confirmEmail').trim(), when, comment } as const
  const accountDeletionDto = {
    confirmEmail: sent.confirmEmail,
    when: sent.when,
    ...(comment === '' ? {} : { comment }),
  }
  // Afterwards nobody is signed in who could be asked.
  const { timezone } = await load(context, request, apiOf(context, request).getProfile())
  const done = await doProven({ request, context }, form, (api) => api.requestAccountDeletion({ accountDeletionDto }))
  if (!done.ok) return data({ sent, problem: done.problem, asked: done.asked }, { status: done.problem.status })
  return redirectDocument(
    `/${params.language}/account-deleted${when === 'IMMEDIATELY' ? '' : `?${new URLSearchParams({ at: done.value.deletionAt, zone: timezone })}`}`,
  )
}

export default function AccountDelete({ loaderData: { profile, preview }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const isSending = useIsSending()
  const problem = actionData?.asked ? null : actionData?.problem
  const { errorOf, formProps } = useFieldErrors(problem, { confirmEmail: 'email' })
  const isBlocked = preview.blockers.length > 0
  const blockers = (reason: 'SOLE_ADMIN' | 'LEGAL_ORDER' | 'PAYS') =>
    preview.blockers.filter((blocker) => blocker.reason === reason)
  if (profile.deletionAt !== null) {
    return (
      <AccountPage title={t(($) => $.account.sections.delete)}>
        <Alert
          kind="warning"
          title={t(($) => $.account.deletionPlanned, {
            date: writeDay(language, profile.timezone, profile.deletionAt),
          })}
        >
          {t(($) => $.account.deletionUndo)}
        </Alert>
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title={t(($) => $.account.sections.delete)}
      subtitle={t(($) => $.delete.subtitle)}
      asked={actionData?.asked}
    >
      {blockers('LEGAL_ORDER').length > 0 ? (
        <Card className="grid gap-4 sm:p-6">
          <Alert kind="warning" title={t(($) => $.delete.heldTitle)}>
            {t(($) => $.delete.heldText)}
          </Alert>
          <OwnedList items={blockers('LEGAL_ORDER')} />
        </Card>
      ) : null}
      {blockers('SOLE_ADMIN').length > 0 ? (
        <Card className="grid gap-4 sm:p-6">
          <Alert kind="warning" title={t(($) => $.delete.blockedTitle)}>
            {t(($) => $.delete.blockedText)}
          </Alert>
          <OwnedList items={blockers('SOLE_ADMIN')} linked="members" />
        </Card>
      ) : null}
      {blockers('PAYS').length > 0 ? (
        <Card className="grid gap-4 sm:p-6">
          <Alert kind="warning" title={t(($) => $.delete.paysTitle)}>
            {t(($) => $.delete.paysText)}
          </Alert>
          <OwnedList items={blockers('PAYS')} linked="billing" />
        </Card>
      ) : null}
      <Card className="grid gap-4 sm:p-6">
        <CardHeader className="!mb-0" title={t(($) => $.delete.goesTitle)} />
        <ul className="grid list-disc gap-1.5 ps-5 text-sm text-ink-2">
          <li>{t(($) => $.delete.goesAccount)}</li>
          <li>{t(($) => $.delete.goesBilling)}</li>
          <li>{t(($) => $.delete.goesMemberships)}</li>
          <li>{t(($) => $.delete.staysBooks)}</li>
        </ul>
        {preview.leaves.length > 0 ? (
          <>
            <p className="text-sm">{t(($) => $.delete.leaves)}</p>
            <OwnedList items={preview.leaves} />
          </>
        ) : null}
      </Card>
      {isBlocked ? null : (
        <Card className="sm:p-6">
          <Form method="post" className="grid max-w-[30rem] gap-5" {...formProps}>
            <ProblemAlert problem={problem} />
            <fieldset className="grid gap-2">
              <legend className="mb-1.5 text-sm font-[520]">{t(($) => $.delete.when)}</legend>
              {(['IN_30_DAYS', 'IMMEDIATELY'] as const).map((when) => (
                <label
                  key={when}
                  className="flex cursor-pointer items-start gap-3 rounded-md border border-line-strong px-4 py-3 hover:border-ink-3 has-checked:border-ink has-checked:bg-sunken"
                >
                  <input
                    type="radio"
                    name="when"
                    value={when}
                    defaultChecked={(actionData?.sent.when ?? 'IN_30_DAYS') === when}
                    className="mt-1 size-4 shrink-0 accent-amber"
                  />
                  <span className="grid gap-0.5 text-sm font-[560]">
                    {t(($) => $.delete.choices[when].name)}
                    <span className="font-[400] text-ink-2">{t(($) => $.delete.choices[when].about)}</span>
                  </span>
                </label>
              ))}
            </fieldset>
            <TextField
              id="confirmEmail"
              label={t(($) => $.delete.confirm)}
              hint={t(($) => $.delete.confirmHint, { email: profile.email })}
              error={
                errorOf('confirmEmail') && isOther(problem) ? t(($) => $.delete.confirmCheck) : errorOf('confirmEmail')
              }
              name="confirmEmail"
              type="email"
              autoComplete="off"
              required
              maxLength={254}
              defaultValue={actionData?.sent.confirmEmail ?? ''}
            />
            <TextAreaField
              id="comment"
              label={t(($) => $.delete.comment)}
              aside={t(($) => $.delete.optional)}
              error={errorOf('comment')}
              name="comment"
              maxLength={1000}
              defaultValue={actionData?.sent.comment ?? ''}
            />
            <Button type="submit" variant="danger" className="w-fit" aria-disabled={isSending}>
              {isSending ? t(($) => $.delete.submitting) : t(($) => $.delete.submit)}
            </Button>
          </Form>
        </Card>
      )}
    </AccountPage>
  )
}

/** Whether an address was typed, but another one than that of the account. */
function isOther(problem: ShownProblem | null | undefined): boolean {
  return problem?.errors?.some(({ pointer, code }) => pointer === '/confirmEmail' && code === 'invalid-value') ?? false
}
