import type { SolutionPlan } from '@bollard/contracts'
import { ButtonLink, Card, CardHeader, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Fact, FactList } from '../../solution/verification/fact-list.tsx'
import { methodMeanings, needsAttention } from '../../billing/methods/method-meanings.ts'
import { methodWords } from '../../billing/methods/method-words.ts'
import { useBillingFormats } from '../../billing/use-billing-formats.ts'
import { WhoMay } from '../../frame/needs-role.tsx'

/** Whom a solution's invoices go to and how they are paid. Viewers are told who can see it. */
export function MeansCard({ plan, base }: { plan: SolutionPlan; base: string }) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  const { invoiceAddress: address, paymentMethod: method } = plan
  const maySee = plan.myRole !== 'VIEWER'
  return (
    <Card className="min-w-0">
      <CardHeader title={t(($) => $.billing.means.title)} />
      {maySee ? (
        <>
          <FactList>
            <Fact
              name={t(($) => $.billing.means.address)}
              hint={address && !address.own ? t(($) => $.billing.means.ofSomebody) : undefined}
            >
              {address ? (
                `${address.company}, ${address.city}, ${formats.country(address.countryCode)}`
              ) : (
                <span className="text-ink-3">{t(($) => $.billing.means.noAddress)}</span>
              )}
            </Fact>
            <Fact
              name={t(($) => $.billing.means.method)}
              hint={method && !method.own ? t(($) => $.billing.means.ofSomebody) : undefined}
            >
              {method ? (
                <span className="flex flex-wrap items-center gap-2">
                  {methodWords(t, method)}
                  {needsAttention(method.status) ? (
                    <Pill meaning={methodMeanings[method.status]}>
                      {t(($) => $.billing.method.states[method.status])}
                    </Pill>
                  ) : null}
                </span>
              ) : (
                <span className="text-ink-3">{t(($) => $.billing.means.noMethod)}</span>
              )}
            </Fact>
          </FactList>
          {plan.myRole !== 'ADMIN' || plan.status === 'CANCELED' ? null : (
            <ButtonLink asChild size="dense" className="mt-4">
              <Link to={`${base}/settings/billing/payment`}>{t(($) => $.billing.means.change)}</Link>
            </ButtonLink>
          )}
        </>
      ) : (
        <p className="text-sm text-ink-2">
          <WhoMay>{t(($) => $.billing.means.membersOnly, { role: t(($) => $.roles[plan.myRole]) })}</WhoMay>
        </p>
      )}
    </Card>
  )
}
