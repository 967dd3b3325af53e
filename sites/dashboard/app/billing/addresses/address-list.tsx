import type { InvoiceAddress } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { ButtonLink, Card, CardHeader, EmptyState, Icon, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { UsedBy } from '../used-by.tsx'
import { useBillingFormats } from '../use-billing-formats.ts'
import { VatIdState } from './vat-id-state.tsx'

type ListedAddress = InvoiceAddress & { uses: readonly { id: string; label: string }[] }

/** The person's invoice addresses, each with its VAT id and what it is used for. */
export function AddressList({ addresses }: { addresses: readonly ListedAddress[] }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const formats = useBillingFormats()
  const add = `/${language}/billing/addresses/new`
  return (
    <Card padded={false} className="mb-4">
      <CardHeader title={t(($) => $.billing.own.addresses)} className="!mb-0 px-5 pt-5 pb-3.5">
        {addresses.length > 0 ? (
          <ButtonLink asChild size="dense">
            <Link to={add}>
              <Icon name="plus" />
              {t(($) => $.billing.address.add)}
            </Link>
          </ButtonLink>
        ) : null}
      </CardHeader>
      {addresses.length === 0 ? (
        <EmptyState
          title={t(($) => $.billing.own.noAddressTitle)}
          action={
            <ButtonLink asChild variant="primary">
              <Link to={add}>{t(($) => $.billing.address.add)}</Link>
            </ButtonLink>
          }
        >
          {t(($) => $.billing.own.noAddress)}
        </EmptyState>
      ) : (
        <ul>
          {addresses.map((address) => (
            <li
              key={address.id}
              className="grid gap-x-6 gap-y-2 border-t border-line px-5 py-4 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_auto] md:items-start"
            >
              <div className="min-w-0 text-sm [overflow-wrap:anywhere]">
                <h3 className="font-sans text-sm font-[560] tracking-normal">{address.company}</h3>
                <p className="text-ink-2">
                  {address.street}, {address.postalCode} {address.city}, {formats.country(address.countryCode)}
                </p>
                <p className="flex flex-wrap items-center gap-2 text-ink-3">
                  {address.email}
                  {address.unconfirmedEmails.length > 0 ? (
                    <Pill meaning="doubt">{t(($) => $.billing.address.unconfirmedShort)}</Pill>
                  ) : null}
                </p>
              </div>
              <div className="grid min-w-0 gap-1.5 text-sm">
                <p className="flex flex-wrap items-center gap-2">
                  {address.vatId ? (
                    <span className="font-mono text-xs">{address.vatId}</span>
                  ) : (
                    <span className="text-ink-3">{t(($) => $.billing.vatIds.none)}</span>
                  )}
                  <VatIdState status={address.vatIdStatus} />
                </p>
                <p className="text-xs text-ink-3">{t(($) => $.billing.eInvoices[address.eInvoice])}</p>
                <UsedBy
                  solutions={address.uses}
                  none={t(($) => $.billing.address.notUsed)}
                  some={t(($) => $.billing.address.usedBy)}
                  page="settings/billing"
                />
              </div>
              <ButtonLink asChild size="dense" className="justify-self-start">
                <Link
                  to={`/${language}/billing/addresses/${address.id}`}
                  aria-label={t(($) => $.billing.address.edit, { company: address.company })}
                >
                  {t(($) => $.billing.edit)}
                </Link>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
