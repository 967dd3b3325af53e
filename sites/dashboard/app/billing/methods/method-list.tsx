import type { PaymentMethod } from '@bollard/contracts'
import { useIsSending, useSite } from '@bollard/site-kit'
import { Button, ButtonLink, Card, CardHeader, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { methodMeanings, needsAttention } from './method-meanings.ts'
import { methodWords } from './method-words.ts'
import { UsedBy } from '../used-by.tsx'

type ListedMethod = PaymentMethod & { uses: readonly { id: string; label: string }[] }

interface MethodListProps {
  methods: readonly ListedMethod[]
  /** How bills can be paid in this deployment. */
  kinds: readonly PaymentMethod['kind'][]
  /** Makes a bank transfer once, however often the form is sent. */
  once: string
}

/** How the person pays, and what they can add: fields for cards are the provider's, a transfer needs nothing. */
export function MethodList({ methods, kinds, once }: MethodListProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const isSending = useIsSending()
  const throughProvider = kinds.filter((kind) => kind !== 'BANK_TRANSFER')
  const hasTransfer = methods.some(({ kind }) => kind === 'BANK_TRANSFER')
  return (
    <Card padded={false} id="methods" className="mb-4 scroll-mt-20">
      <CardHeader title={t(($) => $.billing.own.methods)} className="!mb-0 px-5 pt-5 pb-3.5" />
      {methods.length === 0 ? <p className="px-5 pb-4 text-sm text-ink-2">{t(($) => $.billing.own.noMethod)}</p> : null}
      <ul>
        {methods.map((method) => (
          <MethodRow key={method.id} method={method} />
        ))}
      </ul>
      <div className="grid gap-3 border-t border-line px-5 py-4">
        <div className="flex flex-wrap gap-3 empty:hidden">
          {throughProvider.map((kind) => (
            // A document of its own: only there may the provider's script run.
            <ButtonLink key={kind} size="dense" href={`/${language}/billing/payment-methods/new?kind=${kind}`}>
              {t(($) => $.billing.method.adds[kind === 'SEPA_DEBIT' ? 'SEPA_DEBIT' : 'CARD'])}
            </ButtonLink>
          ))}
          {hasTransfer ? null : (
            <Form method="post">
              <input type="hidden" name="once" value={once} />
              <Button type="submit" size="dense" name="intent" value="use-transfer" aria-disabled={isSending}>
                {t(($) => $.billing.method.useTransfer)}
              </Button>
            </Form>
          )}
        </div>
        <p className="max-w-[44rem] text-xs text-ink-3">
          {throughProvider.length === 0
            ? t(($) => $.billing.method.onlyTransfer)
            : t(($) => $.billing.method.providerHint)}{' '}
          {t(($) => $.billing.method.transferHint)}
        </p>
      </div>
    </Card>
  )
}

function MethodRow({ method }: { method: ListedMethod }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const name = methodWords(t, method)
  const { id, version, expMonth, expYear, holder, mandateReference, status, uses } = method
  const details = [
    holder,
    expMonth && expYear
      ? t(($) => $.billing.method.expires, { date: `${String(expMonth).padStart(2, '0')}/${expYear}` })
      : null,
    mandateReference ? t(($) => $.billing.method.mandate, { reference: mandateReference }) : null,
  ].filter(Boolean)
  return (
    <li className="grid gap-x-6 gap-y-2 border-t border-line px-5 py-4 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_auto] md:items-start">
      <div className="min-w-0 text-sm">
        <h3 className="flex flex-wrap items-center gap-2 font-sans text-sm font-[560] tracking-normal">
          {name}
          {method.default ? <Pill>{t(($) => $.billing.method.default)}</Pill> : null}
          {needsAttention(status) ? (
            <Pill meaning={methodMeanings[status]}>{t(($) => $.billing.method.states[status])}</Pill>
          ) : null}
        </h3>
        {details.length > 0 ? <p className="text-ink-3">{details.join(' · ')}</p> : null}
      </div>
      <UsedBy
        solutions={uses}
        none={t(($) => $.billing.method.notUsed)}
        some={t(($) => $.billing.method.usedBy)}
        page="settings/billing"
      />
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        {method.default ? null : (
          <Button
            type="submit"
            size="dense"
            name="intent"
            value="make-default"
            aria-label={t(($) => $.billing.method.makeDefaultNamed, { name })}
            aria-disabled={isSending}
          >
            {t(($) => $.billing.method.makeDefault)}
          </Button>
        )}
        {uses.length > 0 ? null : (
          <Button
            type="submit"
            size="dense"
            variant="quiet"
            name="intent"
            value="delete-method"
            aria-label={t(($) => $.billing.method.deleteNamed, { name })}
            aria-disabled={isSending}
          >
            {t(($) => $.billing.delete)}
          </Button>
        )}
      </Form>
    </li>
  )
}
