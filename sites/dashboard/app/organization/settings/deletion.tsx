import { useIsSending, textOf } from '@bollard/site-kit'
import { act, apiOf, requireId, requireUser, scopeOf } from '@bollard/site-kit/server'
import { Button, Card, CardHeader, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirect } from 'react-router'
import { useSite } from '@bollard/site-kit'
import { AdminsOnly } from './admins-only.tsx'
import { adminsUnlessAdmin } from './load-for-admins.server.ts'
import { OrganizationProblem } from '../organization-problem.tsx'
import { SettingsPage } from './settings-page.tsx'
import { useFormWords } from '../use-form-words.ts'
import { useOrganization } from '../use-organization.ts'
import { writeMoney } from '../write-money.ts'
import { HeldBy } from '../../forms/held-by.tsx'
import { deletionOf, heldForm, holdForm } from '../../forms/held-form.server.ts'
import type { Route } from './+types/deletion.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const isBack = new URL(request.url).searchParams.has('back')
  const by = isBack ? (await requireUser(context, request)).id : ''
  const held = heldForm(scopeOf(context, request), request, { of: deletionOf(organizationId), by })
  return { admins: await adminsUnlessAdmin(context, request, organizationId), typed: held?.name ?? '' }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const api = apiOf(context, request)
  const form = await request.formData()
  const [typed, by] = [textOf(form, 'name').trim(), textOf(form, 'by').trim()]
  const organization = await act({ request, context }, api.getOrganization({ organizationId }))
  if (!organization.ok) return data({ typed, problem: organization.problem }, { status: organization.problem.status })
  if (typed !== organization.value.name) {
    const problem = {
      code: 'validation-failed',
      errors: [{ pointer: '/name', code: typed === '' ? 'required' : 'invalid-value' }],
    }
    return data({ typed, problem }, { status: 422 })
  }
  const answer = await act({ request, context }, api.deleteOrganization({ organizationId }), '?back', (scope) =>
    holdForm(scope, { of: deletionOf(organizationId), by }, { name: typed }),
  )
  if (answer.ok) return redirect(`/${params.language}/organizations`)
  return data({ typed, problem: answer.problem }, { status: answer.problem.status })
}

export default function OrganizationDeletion({ loaderData: { admins, typed }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const isSending = useIsSending()
  const { base, organization } = useOrganization()
  const problem = actionData?.problem
  const { errorOf, formProps } = useFormWords(problem, { name: t(($) => $.organizations.deletion.nameFault) })
  if (admins) {
    return (
      <SettingsPage section="deletion">
        <AdminsOnly admins={admins} />
      </SettingsPage>
    )
  }
  const { balance, solutionCount, memberCount, name } = organization
  const lost = balance
    ? { amountMinor: balance.available.amountMinor + balance.pending.amountMinor, currency: balance.available.currency }
    : null
  return (
    <SettingsPage section="deletion">
      <Card className="grid gap-4 sm:p-6">
        <CardHeader className="!mb-0" title={t(($) => $.organizations.deletion.question, { name })} />
        <ul className="grid list-disc gap-1.5 ps-5 text-sm text-ink-2">
          {solutionCount > 0 ? <li>{t(($) => $.organizations.deletion.solutions, { count: solutionCount })}</li> : null}
          <li>{t(($) => $.organizations.deletion.members, { count: memberCount })}</li>
          <li>{t(($) => $.organizations.deletion.links)}</li>
          {lost && lost.amountMinor > 0 ? (
            <li>{t(($) => $.organizations.deletion.balance, { amount: writeMoney(language, lost) })}</li>
          ) : null}
          <li>{t(($) => $.organizations.deletion.books)}</li>
          <li>{t(($) => $.organizations.deletion.final)}</li>
        </ul>
        <a className="text-link justify-self-start text-sm" href={`${base}/export.zip`}>
          {t(($) => $.organizations.deletion.takeAlong)}
        </a>
        <Form method="post" className="grid max-w-[30rem] gap-5" {...formProps}>
          <HeldBy />
          <OrganizationProblem problem={problem} />
          <TextField
            id="name"
            name="name"
            label={t(($) => $.organizations.deletion.name)}
            hint={t(($) => $.organizations.deletion.nameHint, { name })}
            error={errorOf('name')}
            required
            maxLength={80}
            autoComplete="off"
            defaultValue={actionData?.typed ?? typed}
          />
          <Button type="submit" variant="danger" className="justify-self-start" aria-disabled={isSending}>
            {isSending ? t(($) => $.organizations.deletion.submitting) : t(($) => $.organizations.deletion.submit)}
          </Button>
        </Form>
      </Card>
    </SettingsPage>
  )
}
