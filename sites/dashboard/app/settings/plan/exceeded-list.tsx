import type { PlanOffer } from '@bollard/contracts'
import { Icon } from '@bollard/ui'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useBillingFormats } from '../../billing/use-billing-formats.ts'

/** Why a smaller plan cannot be had, thing by thing with both numbers. */
export function ExceededList({ exceeded, plan }: { exceeded: PlanOffer['exceeded']; plan: string }) {
  const { t } = useTranslation()
  const { whole } = useBillingFormats()
  return (
    <div className="rounded-md bg-doubt-wash px-3 py-2.5 text-sm">
      <p className="flex gap-2 font-[560]">
        <Icon name="alert" className="mt-1 size-3.5 shrink-0 text-doubt" />
        {t(($) => $.billing.exceeded.title, { plan })}
      </p>
      <ul className="mt-1 grid gap-0.5 ps-[1.375rem]">
        {exceeded.map((one) => (
          <li key={JSON.stringify(one.params)}>{exceededWords(t, one, whole)}</li>
        ))}
      </ul>
    </div>
  )
}

function exceededWords(
  t: TFunction,
  { code, params }: PlanOffer['exceeded'][number],
  whole: (value: number) => string,
): string {
  if (code === 'feature-in-use') {
    const names: Readonly<Record<string, string>> = t(($) => $.billing.features, { returnObjects: true })
    return t(($) => $.billing.exceeded.feature, {
      feature: names[String(params['feature'])] ?? String(params['feature']),
    })
  }
  const names: Readonly<Record<string, string>> = t(($) => $.billing.exceeded.limits, { returnObjects: true })
  return t(($) => $.billing.exceeded.limit, {
    what: names[String(params['limit'])] ?? String(params['limit']),
    used: whole(Number(params['used'])),
    max: whole(Number(params['max'])),
  })
}
