import type { Limiter, LimiterOverride } from '@bollard/contracts'
import { ProblemAlert, type ShownProblem, useFieldErrors, useFormats } from '@bollard/site-kit'
import { Card, CardHeader, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { Fold } from '../../forms/fold.tsx'
import { ListPager } from '../../words/list-pager.tsx'
import { useProtection } from '../use-protection.ts'
import { ExceptionFields, ExceptionLine } from './exception-fields.tsx'

interface OverridesCardProps {
  limiter: Limiter
  overrides: readonly LimiterOverride[]
  page: { nextCursor: string | null; isFirstPage: boolean }
  problem: ShownProblem | null
}

/** Other limits for some keys, and the form that gives one. */
export function OverridesCard({ limiter, overrides, page, problem }: OverridesCardProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { mayAnswer } = useProtection()
  const { errorOf, formProps } = useFieldErrors(problem)
  const words = t(($) => $.protection.overrides, { returnObjects: true })
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader title={words.title} className="!mb-0 px-4 pt-4 sm:px-5" />
      <p className="px-4 pb-3.5 text-sm text-ink-2 sm:px-5">{overrides.length === 0 ? words.none : words.about}</p>
      {overrides.length === 0 ? null : (
        <ul className="divide-y divide-line border-t border-line">
          {overrides.map((override) => (
            <ExceptionLine
              key={override.id}
              id={override.id}
              name={override.values.join(' + ')}
              exception={override}
              fact={
                override.limit === null
                  ? words.unlimited
                  : t(($) => $.protection.overrides.limitOf, { limit: formats.whole(override.limit) })
              }
              mayEnd={mayAnswer}
            />
          ))}
        </ul>
      )}
      <div className="px-4 sm:px-5">
        <ListPager {...page} />
      </div>
      {mayAnswer ? (
        <div className="border-t border-line p-4 sm:px-5">
          <Fold label={words.new} isOpen={problem !== null}>
            <Form method="post" preventScrollReset className="grid w-full max-w-[32rem] gap-5" {...formProps}>
              <ProblemAlert problem={problem} />
              {limiter.key.map((part, row) => (
                <TextField
                  // oxlint-disable-next-line react/no-array-index-key -- parts of a key are counted
                  key={row}
                  label={t(($) => $.protection.keys[part.from])}
                  hint={part.from === 'network' ? words.networkHint : words.valueHint}
                  id={`values/${row}`}
                  name={`values/${row}`}
                  required
                  maxLength={300}
                  autoComplete="off"
                  spellCheck={false}
                  error={errorOf(`values/${row}`)}
                />
              ))}
              <TextField
                label={words.limit}
                hint={words.limitHint}
                id="limit"
                name="limit"
                inputMode="numeric"
                autoComplete="off"
                error={errorOf('limit')}
              />
              <ExceptionFields errorOf={errorOf} add={words.add} />
            </Form>
          </Fold>
        </div>
      ) : null}
    </Card>
  )
}
