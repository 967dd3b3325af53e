import { payoutFreezeDays } from '@bollard/contracts'
import { Moment, textOf, useIsSending, useSite } from '@bollard/site-kit'
import { act, apiOf, attempt, load, proveRedirect, requireId, scopeOf, signInRedirect } from '@bollard/site-kit/server'
import { Alert, Button, ButtonLink, Card, CardHeader, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { Fact, FactList } from '../../solution/verification/fact-list.tsx'
import { AdminsOnly } from './admins-only.tsx'
import { Fold } from '../../forms/fold.tsx'
import { adminsUnlessAdmin } from './load-for-admins.server.ts'
import { OrganizationProblem } from '../organization-problem.tsx'
import { SettingsPage } from './settings-page.tsx'
import { useFormWords } from '../use-form-words.ts'
import { useOrganization } from '../use-organization.ts'
import { DoneToast } from '../../forms/done-toast.tsx'
import type { Route } from './+types/payout-account.ts'

/**
 * The proof is asked for before the form is shown: an account number that was typed could come back from the identity site only
 * in an address, where it must not stand.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const api = apiOf(context, request)
  const admins = await adminsUnlessAdmin(context, request, organizationId)
  const changes = new URL(request.url).searchParams.has('change')
  if (admins === null && changes) {
    const { provenUntil } = await load(context, request, api.getSecurity())
    if (provenUntil === null) throw proveRedirect(scopeOf(context, request), request)
  }
  return { admins, changes, now: Date.now() }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const api = apiOf(context, request)
  const form = await request.formData()
  const typed = {
    accountHolder: textOf(form, 'payout/accountHolder').trim(),
    iban: textOf(form, 'payout/iban').trim(),
    bic: textOf(form, 'payout/bic').trim(),
  }
  const removes = form.get('intent') === 'remove'
  const payout = removes
    ? null
    : {
        method: 'SEPA' as const,
        accountHolder: typed.accountHolder,
        iban: typed.iban,
        ...(typed.bic === '' ? {} : { bic: typed.bic }),
      }
  const change = async () => {
    const { name, kind, legalName, website, contactEmail, countryCode, language, vatId, registerNumber, version } =
      await api.getOrganization({
        organizationId,
      })
    const organizationUpdateDto = {
      name,
      kind,
      legalName,
      website,
      contactEmail,
      countryCode,
      language,
      vatId,
      registerNumber,
      version,
      payout,
    }
    return api.updateOrganization({ organizationId, organizationUpdateDto })
  }
  // To remove it nothing was typed that could get into an address.
  if (removes) {
    const answer = await act({ request, context }, change())
    return answer.ok
      ? data({ done: 'removed' as const, typed: null, problem: null })
      : data({ done: null, typed: null, problem: answer.problem }, { status: answer.problem.status })
  }
  const answer = await attempt(change())
  if (answer.ok) return data({ done: 'changed' as const, typed: null, problem: null })
  if (answer.problem.code === 'unauthenticated') throw signInRedirect(scopeOf(context, request), request)
  return data({ done: null, typed, problem: answer.problem }, { status: answer.problem.status })
}

export default function PayoutAccount({ loaderData: { admins, changes, now }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { organization } = useOrganization()
  const { payout, payoutsFrozenUntil } = organization
  const isChanging = changes && !actionData?.done
  if (admins) {
    return (
      <SettingsPage section="payout">
        <AdminsOnly admins={admins} />
      </SettingsPage>
    )
  }
  return (
    <SettingsPage section="payout" subtitle={t(($) => $.organizations.payout.about)}>
      {actionData?.done ? <DoneToast>{t(($) => $.organizations.payout[actionData.done])}</DoneToast> : null}
      {payoutsFrozenUntil && Date.parse(payoutsFrozenUntil) > now ? (
        <Alert kind="info">
          {t(($) => $.organizations.payout.frozen)} <Moment at={payoutsFrozenUntil} />
        </Alert>
      ) : null}
      {isChanging ? (
        <AccountForm typed={actionData?.typed ?? null} problem={actionData?.problem ?? null} />
      ) : (
        <Card className="grid gap-5 sm:p-6">
          <CardHeader className="!mb-0" title={t(($) => $.organizations.payout.present)} />
          {actionData?.problem ? <OrganizationProblem problem={actionData.problem} /> : null}
          {payout ? (
            <FactList>
              <Fact name={t(($) => $.organizations.payout.accountHolder)}>{payout.accountHolder}</Fact>
              <Fact name={t(($) => $.organizations.payout.iban)}>
                <span className="font-mono">{payout.iban}</span>
              </Fact>
              {payout.bic ? (
                <Fact name={t(($) => $.organizations.payout.bic)}>
                  <span className="font-mono">{payout.bic}</span>
                </Fact>
              ) : null}
              <Fact name={t(($) => $.organizations.payout.method)}>{t(($) => $.organizations.payout.sepa)}</Fact>
            </FactList>
          ) : (
            <p className="text-sm text-ink-2">{t(($) => $.organizations.payout.none)}</p>
          )}
          <div className="flex flex-wrap items-start gap-3">
            <ButtonLink asChild variant={payout ? 'line' : 'primary'} size="dense">
              <Link to="?change=1">
                {payout ? t(($) => $.organizations.payout.change) : t(($) => $.organizations.payout.enter)}
              </Link>
            </ButtonLink>
            {payout ? <RemoveAccount /> : null}
          </div>
        </Card>
      )}
    </SettingsPage>
  )
}

function RemoveAccount() {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <Fold label={t(($) => $.organizations.payout.remove)} variant="quiet">
      <p>{t(($) => $.organizations.payout.removeQuestion, { days: payoutFreezeDays })}</p>
      <Form method="post">
        <Button type="submit" name="intent" value="remove" size="dense" variant="danger" aria-disabled={isSending}>
          {t(($) => $.organizations.payout.removeNow)}
        </Button>
      </Form>
    </Fold>
  )
}

type Answer = NonNullable<Route.ComponentProps['actionData']>

function AccountForm({ typed, problem }: { typed: Answer['typed']; problem: Answer['problem'] }) {
  const { t } = useTranslation()
  const { urls, language } = useSite()
  const isSending = useIsSending()
  const { organization, base } = useOrganization()
  const { errorOf, formProps } = useFormWords(problem, {
    'payout/iban': t(($) => $.organizations.payout.ibanFault),
    'payout/bic': t(($) => $.organizations.payout.bicFault),
  })
  const labels = {
    'payout/accountHolder': t(($) => $.organizations.payout.accountHolder),
    'payout/iban': t(($) => $.organizations.payout.iban),
    'payout/bic': t(($) => $.organizations.payout.bic),
  }
  const isTooLate = problem?.code === 'step-up-required'
  const prove = `${urls.identity}/${language}/prove?returnTo=${encodeURIComponent(`${urls.dashboard}${base}/settings/payout?change=1`)}`
  return (
    <Card className="sm:p-6">
      <Form method="post" className="grid max-w-[30rem] gap-5" {...formProps}>
        <CardHeader
          className="!mb-0"
          title={organization.payout ? t(($) => $.organizations.payout.change) : t(($) => $.organizations.payout.enter)}
        />
        {isTooLate ? (
          <Alert kind="warning" title={t(($) => $.organizations.payout.proveTitle)}>
            <a className="text-link" href={prove} target="_blank" rel="noreferrer">
              {t(($) => $.organizations.payout.prove)}
            </a>{' '}
            {t(($) => $.organizations.payout.proveThen)}
          </Alert>
        ) : (
          <OrganizationProblem problem={problem} labels={labels} errorOf={errorOf} />
        )}
        <p className="text-sm text-ink-2">{t(($) => $.organizations.payout.consequence, { days: payoutFreezeDays })}</p>
        <TextField
          id="payout/accountHolder"
          name="payout/accountHolder"
          label={labels['payout/accountHolder']}
          error={errorOf('payout/accountHolder')}
          required
          maxLength={70}
          autoComplete="off"
          defaultValue={typed?.accountHolder ?? organization.payout?.accountHolder ?? organization.legalName ?? ''}
        />
        <TextField
          id="payout/iban"
          name="payout/iban"
          label={labels['payout/iban']}
          hint={t(($) => $.organizations.payout.ibanHint)}
          error={errorOf('payout/iban')}
          required
          maxLength={50}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={typed?.iban ?? ''}
        />
        <TextField
          id="payout/bic"
          name="payout/bic"
          label={labels['payout/bic']}
          aside={t(($) => $.organizations.fields.optional)}
          error={errorOf('payout/bic')}
          maxLength={11}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={typed?.bic ?? ''}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" aria-disabled={isSending}>
            {isSending ? t(($) => $.organizations.saving) : t(($) => $.organizations.payout.save)}
          </Button>
          <ButtonLink asChild>
            <Link to="?">{t(($) => $.elements.cancel)}</Link>
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}
