import type { AccountingCorrection } from '@bollard/contracts'
import { ProblemAlert, type ShownProblem, useFormats } from '@bollard/site-kit'
import { Button, Card, CardHeader, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, useSearchParams } from 'react-router'
import { ChangeForm } from '../frame/change-form.tsx'
import { Facts } from '../frame/list-table.tsx'
import { ReasonField } from '../frame/reason-field.tsx'
import type { IntentAnswer } from '../frame/run-intent.server.ts'
import { useMoney } from '../frame/use-money.ts'

type Recount = { ok: true; value: AccountingCorrection } | { ok: false; problem: ShownProblem } | null

/** Counts a closed month again: first what would change, then the correction itself. */
export function CorrectionForm({ recount, answer }: { recount: Recount; answer: IntentAnswer | undefined }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { whole } = useFormats()
  const [search] = useSearchParams()
  const period = search.get('recount') ?? ''
  const found = recount?.ok ? recount.value : null
  return (
    <Card>
      <CardHeader title={t(($) => $.solutions.recount)} />
      <Form method="get" className="mb-4 flex flex-wrap items-end gap-3">
        <TextField label={t(($) => $.billing.month)} name="recount" type="month" required defaultValue={period} />
        <Button type="submit">{t(($) => $.solutions.preview)}</Button>
      </Form>
      <ProblemAlert problem={recount?.ok === false ? recount.problem : null} />
      {found === null ? null : (
        <div className="grid gap-4">
          <Facts
            facts={[
              [t(($) => $.solutions.before), `${whole(found.before.billable)} · ${money(found.before.overageAmount)}`],
              [t(($) => $.solutions.after), `${whole(found.after.billable)} · ${money(found.after.overageAmount)}`],
              [t(($) => $.solutions.difference), money(found.difference)],
              [t(($) => $.solutions.settledBy), t(($) => $.solutions.ways[found.settledBy])],
            ]}
          />
          <ChangeForm intent="correct" values={{ period }} submit={t(($) => $.solutions.correct)} answer={answer}>
            {(errorOf) => <ReasonField error={errorOf('reason')} />}
          </ChangeForm>
        </div>
      )}
    </Card>
  )
}
