import { useFormats, useIsSending } from '@bollard/site-kit'
import { apiOf, attempt, load, requireId, requireUser, scopeOf } from '@bollard/site-kit/server'
import { Button, ButtonLink, Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link, redirect } from 'react-router'
import { AddressForm } from './address-form.tsx'
import { answerProblem } from '../answer-problem.server.ts'
import { afterMeans } from '../after-means.ts'
import { ProblemAlert } from '../problem-alert.tsx'
import { likelyCountry } from './likely-country.ts'
import { addressDto, emptyAddress, typedAddress, typedOf } from './read-address.ts'
import { UnconfirmedEmails } from './unconfirmed-emails.tsx'
import { UsedBy } from '../used-by.tsx'
import { VatIdState } from './vat-id-state.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import type { Route } from './+types/invoice-address.ts'

/** `new` in place of an id is a form that nobody has filled in. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const user = await requireUser(context, request)
  const api = apiOf(context, request)
  const { language } = scopeOf(context, request)
  const [{ items: countries }, address] = await Promise.all([
    load(context, request, api.listCountries({ set: 'INVOICE_ADDRESS', language })),
    params.addressId === 'new'
      ? null
      : load(
          context,
          request,
          api.getInvoiceAddress({ invoiceAddressId: requireId(context, request, params.addressId) }),
        ),
  ])
  const uses =
    address === null
      ? []
      : (await load(context, request, api.listInvoiceAddressSolutions({ invoiceAddressId: address.id }))).items
  return {
    address: address && {
      id: address.id,
      company: address.company,
      unconfirmedEmails: address.unconfirmedEmails,
      vatIdStatus: address.vatIdStatus,
      vatIdCheckedAt: address.vatIdCheckedAt,
      version: address.version,
    },
    typed: address
      ? typedOf(address)
      : emptyAddress({ countryCode: likelyCountry(request, countries), email: user.email }),
    countries,
    uses: uses.map(({ id, label }) => ({ id, label })),
    once: crypto.randomUUID(),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const api = apiOf(context, request)
  const form = await request.formData()
  const isNew = params.addressId === 'new'
  const id = isNew ? '' : requireId(context, request, params.addressId)
  if (form.get('intent') === 'delete' && !isNew) {
    const gone = await attempt(api.deleteInvoiceAddress({ invoiceAddressId: id }))
    if (!gone.ok) return answerProblem(context, request, gone.problem, { typed: null, failed: 'delete' as const })
    throw redirect(`/${params.language}/billing?done=addressDeleted`)
  }
  if (form.get('intent') === 'ask-again' && !isNew) {
    const asked = await attempt(api.sendInvoiceAddressConfirmations({ invoiceAddressId: id }))
    if (!asked.ok) return answerProblem(context, request, asked.problem, { typed: null, failed: 'ask' as const })
    throw redirect(`/${params.language}/billing?done=askedAgain`)
  }
  const typed = typedAddress(form)
  const answer = await attempt(
    isNew
      ? api.createInvoiceAddress(
          { invoiceAddressNewDto: addressDto(typed) },
          { idempotencyKey: String(form.get('once')) },
        )
      : api.updateInvoiceAddress({
          invoiceAddressId: id,
          invoiceAddressDto: { ...addressDto(typed), version: Number(form.get('version')) },
        }),
  )
  if (!answer.ok) return answerProblem(context, request, answer.problem, { typed, failed: 'save' as const })
  throw redirect(`/${params.language}${afterMeans(new URL(request.url).searchParams, 'address', answer.value.id)}`)
}

export default function InvoiceAddressPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isSending = useIsSending()
  const { address, typed, countries, uses, once } = loaderData
  const title = address
    ? t(($) => $.billing.address.edit, { company: address.company })
    : t(($) => $.billing.address.add)
  const back = `/${params.language}/billing`
  const problem = actionData?.failed === 'save' ? actionData.problem : null
  const hidden: Record<string, string> = address ? { version: String(address.version) } : { once }
  return (
    <Page title={title} crumbs={[{ label: t(($) => $.billing.own.title), to: back }]}>
      <PageTitle
        title={title}
        subtitle={address && uses.length > 0 ? t(($) => $.billing.address.editHint) : undefined}
      />
      <div className="grid max-w-[68rem] items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card className="!p-6">
          <AddressForm
            typed={actionData?.typed ?? typed}
            problem={problem}
            countries={countries}
            hidden={hidden}
            vatIdState={
              address && address.vatIdStatus !== 'NONE' ? (
                <p className="flex flex-wrap items-center gap-2 text-xs text-ink-3">
                  <VatIdState status={address.vatIdStatus} />
                  {t(($) => $.billing.vatIds.hints[address.vatIdStatus === 'NONE' ? 'UNCHECKED' : address.vatIdStatus])}
                  {address.vatIdCheckedAt
                    ? ` ${t(($) => $.billing.vatIds.checkedAt, { day: formats.day(address.vatIdCheckedAt) })}`
                    : null}
                </p>
              ) : null
            }
          >
            <ButtonLink asChild>
              <Link to={back}>{t(($) => $.billing.back)}</Link>
            </ButtonLink>
          </AddressForm>
        </Card>
        {address ? (
          <div className="grid gap-4">
            {address.unconfirmedEmails.length > 0 ? (
              <UnconfirmedEmails
                emails={address.unconfirmedEmails}
                problem={actionData?.failed === 'ask' ? actionData.problem : null}
              />
            ) : null}
            <Card>
              <CardHeader title={t(($) => $.billing.address.deleteTitle)} className="!mb-2" />
              {actionData?.failed === 'delete' ? <ProblemAlert problem={actionData.problem} className="mb-3" /> : null}
              <UsedBy
                solutions={uses}
                none={t(($) => $.billing.address.notUsed)}
                some={t(($) => $.billing.address.usedBy)}
                page="settings/billing/payment"
              />
              {uses.length > 0 ? (
                <p className="mt-3 text-sm text-ink-2">{t(($) => $.billing.address.inUse)}</p>
              ) : (
                <Form method="post" className="mt-4">
                  <Button
                    type="submit"
                    size="dense"
                    variant="danger"
                    name="intent"
                    value="delete"
                    aria-disabled={isSending}
                  >
                    {t(($) => $.billing.address.delete)}
                  </Button>
                </Form>
              )}
            </Card>
          </div>
        ) : null}
      </div>
    </Page>
  )
}
