import { datevAccounts, datevCharts, datevQuery } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { Alert, Button, Card, CardHeader, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ChoiceLinks } from '../frame/choice-links.tsx'

const accounts = [
  'debtorAccount',
  'standardAccount',
  'reverseChargeAccount',
  'outsideAccount',
  'otherRateAccount',
] as const
/** Which keys stand beside which account; receivables have none. */
const keys = {
  standardAccount: 'standardKey',
  reverseChargeAccount: 'reverseChargeKey',
  outsideAccount: 'outsideKey',
  otherRateAccount: 'otherRateKey',
} as const

/** What the form begins with: what was written before, else the accounts of a chart; a chart of one's own begins empty. */
export function datevFieldsOf(search: URLSearchParams, month: string): Record<string, string> {
  const chart = datevCharts.find((one) => one === search.get('chart')) ?? ''
  const known = chart === '' ? {} : datevAccounts[chart]
  const begun = { period: month, fiscalYear: `${month.slice(0, 4)}-01-01`, accountLength: '4', ...known }
  const written = Object.keys(datevQuery.shape).flatMap((name) => {
    const value = search.get(name)
    return value === null ? [] : [[name, value.slice(0, 20)]]
  })
  return { ...begun, ...Object.fromEntries(written), chart }
}

/** The accounts and numbers of a posting batch. `fault` names the field that was refused, and is empty where it was something else. */
export function DatevForm({ fields, fault }: { fields: Readonly<Record<string, string>>; fault: string | null }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const faultOf = (name: string) =>
    fault !== name
      ? undefined
      : name === 'fiscalYear' || name === 'otherRateAccount'
        ? t(($) => $.billing.datev.faults[name])
        : t(($) => $.billing.datev.faults.field)
  const field = (name: keyof typeof datevQuery.shape) => ({
    name,
    defaultValue: fields[name] ?? '',
    error: faultOf(name),
  })
  return (
    <Card className="max-w-[44rem]" id="datev">
      <CardHeader title={t(($) => $.billing.datev.title)} />
      <p className="mb-4 text-ink-2">{t(($) => $.billing.datev.hint)}</p>
      <div className="mb-4">
        <ChoiceLinks
          label={t(($) => $.billing.datev.chart)}
          name="chart"
          current={fields['chart'] ?? ''}
          options={[...datevCharts.map((chart) => [chart, chart] as const), ['', t(($) => $.billing.datev.ownChart)]]}
          isLong
          isNew
        />
      </div>
      {fault === '' ? <Alert kind="danger" title={t(($) => $.billing.datev.faults.other)} className="mb-4" /> : null}
      {/* Another chart brings other accounts, which the fields have to show. */}
      <form
        key={fields['chart']}
        method="get"
        action={`/${language}/billing/datev-file`}
        className="grid gap-4 sm:grid-cols-2"
      >
        <input type="hidden" name="chart" value={fields['chart']} />
        <TextField label={t(($) => $.billing.month)} type="month" required {...field('period')} />
        <TextField label={t(($) => $.billing.datev.fiscalYear)} type="date" required {...field('fiscalYear')} />
        <TextField label={t(($) => $.billing.datev.consultant)} inputMode="numeric" required {...field('consultant')} />
        <TextField label={t(($) => $.billing.datev.client)} inputMode="numeric" required {...field('client')} />
        <TextField
          label={t(($) => $.billing.datev.accountLength)}
          type="number"
          min={4}
          max={8}
          required
          {...field('accountLength')}
        />
        {accounts.map((name) => (
          <div key={name} className="grid items-start gap-4 sm:col-span-2 sm:grid-cols-2">
            <TextField
              label={t(($) => $.billing.datev.accounts[name])}
              inputMode="numeric"
              pattern="\d{4,9}"
              required={name !== 'otherRateAccount'}
              {...field(name)}
            />
            {name === 'debtorAccount' ? null : (
              <TextField
                label={t(($) => $.billing.datev.key)}
                hint={t(($) => $.billing.datev.keyHint)}
                inputMode="numeric"
                pattern="\d{4}"
                {...field(keys[name])}
              />
            )}
          </div>
        ))}
        <Button type="submit" className="justify-self-start">
          {t(($) => $.billing.datev.download)}
        </Button>
      </form>
    </Card>
  )
}
