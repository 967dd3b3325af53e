import { commissionSchemes } from '@bollard/contracts'
import { useFormats, useSite } from '@bollard/site-kit'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { Facts } from '../frame/list-table.tsx'
import { MemberTable } from '../frame/member-table.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { given, runIntent } from '../frame/run-intent.server.ts'
import { useMoney } from '../frame/use-money.ts'
import { useMayChange } from '../frame/use-operator.ts'
import { PayoutTable } from '../partner/payout-table.tsx'
import type { Route } from './+types/organization.ts'
import { CommissionList } from './commission-list.tsx'
import { decisionOf } from './decision-of.ts'
import { VerificationForm } from './verification-form.tsx'
import { VerificationPill } from './verification-pill.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const api = apiOf(context, request)
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const [organization, evidence, members, payouts, commissions] = await Promise.all([
    load(context, request, api.getOrganization({ organizationId })),
    load(context, request, api.listOrganizationEvidence({ organizationId })),
    load(context, request, api.listOrganizationMembers({ organizationId })),
    load(context, request, api.listPayouts({ organizationId, limit: 10 })),
    load(context, request, api.listCommissions({ organizationId, limit: 20, cursor })),
  ])
  return {
    organization,
    evidence: evidence.items,
    members: members.items,
    payouts: payouts.items,
    commissions,
    isFirstPage: cursor === undefined,
  }
}

export function action({ request, context, params }: Route.ActionArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  return runIntent(
    { request, context },
    {
      verify: (api, fields) =>
        api.verifyOrganization({ organizationId, organizationVerificationDto: decisionOf(fields) }),
      commission: (api, fields) =>
        api.setCommissionState({
          commissionId: fields('id'),
          commissionStateDto: { status: statusOf(fields('status')), ...given('reason', fields('reason')) },
        }),
    },
  )
}

function statusOf(typed: string) {
  return (['PENDING', 'FRAUD', 'CANCELED'] as const).find((one) => one === typed) ?? 'HELD'
}

/** One organization: its facts, the decision about its verification, what it earns and what it was paid. */
export default function OrganizationPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { decimal, whole } = useFormats()
  const money = useMoney()
  const mayChange = useMayChange()
  const { organization, evidence, members, payouts, commissions, isFirstPage } = loaderData
  const { verification, balance, address } = organization
  const scheme = commissionSchemes[organization.kind].at(-1)
  return (
    <Page
      title={organization.name}
      crumbs={[{ label: t(($) => $.organizations.title), to: `/${language}/organizations` }]}
    >
      <PageTitle title={organization.name} subtitle={organization.id}>
        <VerificationPill status={verification.status} />
      </PageTitle>
      <div className="grid gap-4">
        <Card>
          <Facts
            facts={[
              [t(($) => $.organizations.kind), t(($) => $.organizations.kinds[organization.kind])],
              [t(($) => $.organizations.legalName), organization.legalName],
              [
                t(($) => $.organizations.address),
                [address.street, `${address.postalCode} ${address.city}`.trim(), organization.countryCode]
                  .filter(Boolean)
                  .join(', '),
              ],
              [t(($) => $.organizations.vatId), organization.vatId],
              [t(($) => $.organizations.register), organization.registerNumber],
              [t(($) => $.organizations.email), organization.contactEmail],
              [t(($) => $.organizations.website), organization.website],
              [
                t(($) => $.organizations.scheme),
                scheme
                  ? scheme.steps
                      .map(({ customers, percent }) =>
                        t(($) => $.organizations.step, { percent: decimal(percent), customers: whole(customers) }),
                      )
                      .join(' · ')
                  : t(($) => $.organizations.noScheme),
              ],
              [
                t(($) => $.organizations.balance),
                balance &&
                  `${money(balance.available)} · ${t(($) => $.organizations.pending)} ${money(balance.pending)}`,
              ],
            ]}
          />
          {verification.reason === null ? null : <p className="mt-4 text-sm text-ink-2">{verification.reason}</p>}
        </Card>
        {mayChange ? null : <ChangeModeHint />}
        <VerificationForm evidence={evidence} answer={answer} />
        <MemberTable members={members} />
        <Card>
          <CardHeader title={t(($) => $.partner.commissions)} />
          <CommissionList commissions={commissions} isFirstPage={isFirstPage} answer={answer} />
        </Card>
        <Card>
          <CardHeader title={t(($) => $.partner.payouts)} />
          <PayoutTable payouts={payouts} answer={undefined} />
        </Card>
      </div>
    </Page>
  )
}
