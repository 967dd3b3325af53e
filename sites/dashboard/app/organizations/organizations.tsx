import type { Organization } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { ButtonLink, Card, CardHeader, Cell, EmptyState, HeadCell, Icon, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KindsCard, RulesCard } from './programme-rules.tsx'
import { VerificationPill } from '../organization/verification-pill.tsx'
import { writeMoney } from '../organization/write-money.ts'
import { Page, PageTitle } from '../frame/page.tsx'
import type { Route } from './+types/organizations.ts'

/** One person belongs to no more than ten. */
const atMost = 100

export async function loader({ request, context }: Route.LoaderArgs) {
  const { items } = await load(context, request, apiOf(context, request).listOrganizations({ limit: atMost }))
  return { organizations: items }
}

export default function Organizations({ loaderData: { organizations } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const found = `/${language}/organizations/new`
  return (
    <Page title={t(($) => $.organizations.title)}>
      <PageTitle title={t(($) => $.organizations.title)} subtitle={t(($) => $.organizations.subtitle)}>
        {organizations.length > 0 ? (
          <ButtonLink asChild size="dense" variant="primary">
            <Link to={found}>
              <Icon name="plus" />
              {t(($) => $.organizations.found)}
            </Link>
          </ButtonLink>
        ) : null}
      </PageTitle>
      <div className="grid gap-4">
        <Card padded={false} className="min-w-0 overflow-hidden">
          {organizations.length > 0 ? (
            <>
              <CardHeader title={t(($) => $.organizations.own)} className="!mb-0 px-5 pt-4 pb-2" />
              <OrganizationTable organizations={organizations} />
            </>
          ) : (
            <EmptyState
              title={t(($) => $.organizations.emptyTitle)}
              action={
                <ButtonLink asChild variant="primary">
                  <Link to={found}>{t(($) => $.organizations.found)}</Link>
                </ButtonLink>
              }
            >
              {t(($) => $.organizations.empty)}
            </EmptyState>
          )}
        </Card>
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <KindsCard />
          <RulesCard />
        </div>
      </div>
    </Page>
  )
}

function OrganizationTable({ organizations }: { organizations: readonly Organization[] }) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <Table label={t(($) => $.organizations.own)} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5">{t(($) => $.organizations.fields.name)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.fields.kind)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.role)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.verification)}</HeadCell>
          <HeadCell align="end">{t(($) => $.organizations.tabs.solutions)}</HeadCell>
          <HeadCell align="end" className="pe-5">
            {t(($) => $.organizations.available)}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {organizations.map(({ id, name, kind, myRole, verification, solutionCount, balance }) => (
          <Row key={id} className="relative">
            <Cell className="stacked-wide ps-5 text-base font-[560]">
              <Link
                to={`/${language}/organizations/${id}`}
                className="rounded-sm after:absolute after:inset-0 after:content-[''] focus-visible:shadow-none focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-amber"
              >
                {name}
              </Link>
            </Cell>
            <Cell data-label={t(($) => $.organizations.fields.kind)}>{t(($) => $.organizations.kinds[kind].name)}</Cell>
            <Cell data-label={t(($) => $.organizations.role)} className="text-ink-2">
              {t(($) => $.roles[myRole])}
            </Cell>
            <Cell data-label={t(($) => $.organizations.verification)}>
              <VerificationPill status={verification.status} />
            </Cell>
            <Cell data-label={t(($) => $.organizations.tabs.solutions)} align="end">
              {solutionCount}
            </Cell>
            <Cell data-label={t(($) => $.organizations.available)} align="end" className="pe-5">
              {balance ? (
                writeMoney(language, balance.available)
              ) : (
                <span className="text-ink-3">{t(($) => $.organizations.nothingYet)}</span>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
