import { payoutFirstDay, payoutMinimum } from '@bollard/contracts'
import { Pager, useSite } from '@bollard/site-kit'
import { apiOf, load, loadPage, requireId } from '@bollard/site-kit/server'
import { Alert, ButtonLink, Card, CardHeader, EmptyState, PostMark, Tile, Tiles } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { CommissionTable } from './commission-table.tsx'
import { EarningsChart } from './earnings-chart.tsx'
import { presentScheme } from '../earns.ts'
import { OrganizationPage } from '../organization-page.tsx'
import { PayoutTable } from './payout-table.tsx'
import { useRateWords } from '../rate-words.ts'
import { useOrganization } from '../use-organization.ts'
import { writeMoney, writeRoundMoney } from '../write-money.ts'
import { ZoneNote } from '../../words/zone-note.tsx'
import type { Route } from './+types/earnings.ts'

const perPage = 25
/** There is one a month. */
const payoutsAtMost = 100

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const api = apiOf(context, request)
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const [earnings, commissions, payouts] = await Promise.all([
    load(context, request, api.getEarnings({ organizationId })),
    loadPage(context, request, api.listCommissions({ organizationId, limit: perPage, cursor })),
    load(context, request, api.listPayouts({ organizationId, limit: payoutsAtMost })),
  ])
  return { earnings, commissions, payouts: payouts.items, isFirstPage: cursor === undefined }
}

export default function OrganizationEarnings({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { organization, base } = useOrganization()
  const rateOf = useRateWords()
  const { earnings, commissions, payouts, isFirstPage } = loaderData
  const { currency, pending, available, inPayout, paid } = earnings
  const money = (amountMinor: number) => writeMoney(language, { amountMinor, currency })
  const hasAny = commissions.items.length > 0 || !isFirstPage
  const rules = { day: payoutFirstDay, minimum: writeRoundMoney(language, payoutMinimum) }
  if (!presentScheme(organization.kind) && !hasAny && payouts.length === 0) {
    return (
      <OrganizationPage title={t(($) => $.organizations.tabs.earnings)}>
        <Card padded={false}>
          <EmptyState title={t(($) => $.organizations.earnings.noneTitle)}>
            {t(($) => $.organizations.earnings.none, { kind: t(($) => $.organizations.kinds[organization.kind].name) })}{' '}
            {rateOf(organization.kind)}
          </EmptyState>
        </Card>
      </OrganizationPage>
    )
  }
  return (
    <OrganizationPage title={t(($) => $.organizations.tabs.earnings)} subtitle={rateOf(organization.kind)}>
      <div className="grid gap-4">
        {organization.verification.status === 'VERIFIED' ? null : (
          <Alert kind="info" title={t(($) => $.organizations.earnings.notVerifiedTitle)}>
            {t(($) => $.organizations.earnings.notVerified)}
          </Alert>
        )}
        <Tiles className="lg:!grid-cols-3">
          <Tile
            mark={<PostMark colour="series-doubt" />}
            label={t(($) => $.organizations.pending)}
            value={money(pending)}
            note={t(($) => $.organizations.pendingNote)}
          />
          <Tile
            mark={<PostMark colour="series-human" />}
            label={t(($) => $.organizations.available)}
            value={money(available)}
            note={
              available < 0
                ? t(($) => $.organizations.earnings.negative)
                : t(($) => $.organizations.earnings.availableNote, rules)
            }
          />
          <Tile
            label={t(($) => $.organizations.earnings.paid)}
            value={money(paid)}
            note={
              inPayout === 0
                ? t(($) => $.organizations.earnings.paidNote)
                : t(($) => $.organizations.earnings.onItsWay, { amount: money(inPayout) })
            }
          />
        </Tiles>
        <EarningsChart earnings={earnings} />
        <Card padded={false} className="min-w-0 overflow-hidden">
          <CardHeader title={t(($) => $.organizations.earnings.commissions)} className="!mb-0 px-5 pt-4 pb-2">
            {hasAny ? (
              <ButtonLink size="dense" href={`${base}/earnings/commissions.csv`} download>
                {t(($) => $.organizations.earnings.csv)}
              </ButtonLink>
            ) : null}
          </CardHeader>
          {commissions.items.length > 0 ? (
            <CommissionTable commissions={commissions.items} />
          ) : (
            <EmptyState
              title={isFirstPage ? t(($) => $.organizations.earnings.emptyTitle) : t(($) => $.solutions.endTitle)}
            >
              {isFirstPage ? t(($) => $.organizations.earnings.empty) : t(($) => $.solutions.end)}
            </EmptyState>
          )}
        </Card>
        <Pager
          nextCursor={commissions.nextCursor}
          isFirstPage={isFirstPage}
          newest={t(($) => $.solutions.newest)}
          older={t(($) => $.solutions.older)}
        />
        <Card padded={false} className="min-w-0 overflow-hidden">
          <CardHeader title={t(($) => $.organizations.earnings.payouts)} className="!mb-0 px-5 pt-4 pb-2" />
          {payouts.length > 0 ? (
            <PayoutTable payouts={payouts} base={`${base}/payouts`} />
          ) : (
            <p className="px-5 pb-5 text-sm text-ink-2">{t(($) => $.organizations.earnings.noPayouts, rules)}</p>
          )}
        </Card>
      </div>
      <ZoneNote />
    </OrganizationPage>
  )
}
