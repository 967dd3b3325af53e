import { useFieldErrors, useFormats, useIsSending } from '@bollard/site-kit'
import { Alert, Button, Card, CardHeader, TextAreaField, TextField } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { useSolution } from '../../solution/use-solution.ts'
import { FilterChips } from '../log-filter/filter-chips.tsx'
import { countedMax } from '../log-filter/filter-count.tsx'
import type { FilterOptions } from '../log-filter/filter-options.ts'
import { type LogSearch, writeSearch } from '../log-filter/log-search.ts'
import { type ErasureAnswer, type EraseScope, eraseScopes, type Selection } from './erase-scopes.ts'

interface EraseFormProps {
  filter: LogSearch
  options: FilterOptions
  /** Address of the pages of the captcha. */
  base: string
  answer: ErasureAnswer | null
}

const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

// The same objects each time, or each rendering would be a new refusal.
const refused = { code: 'validation-failed' } as const
const otherName = { ...refused, errors: [{ pointer: '/confirmLabel', code: 'invalid-value' }] }

/** First what is to be erased, then how many that are and a typed confirmation. */
export function EraseForm({ answer, ...given }: EraseFormProps) {
  return answer?.found ? (
    <Confirmation {...given} answer={answer} found={answer.found} />
  ) : (
    <Choice key={JSON.stringify(answer?.typed)} {...given} answer={answer} />
  )
}

function Choice({ filter, options, base, answer }: EraseFormProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const isFiltered = Object.keys(filter).length > 0
  const typed: Selection = answer?.typed ?? { scope: isFiltered ? 'filter' : 'ids', ids: '', network: '', before: '' }
  const fault = answer?.fault ?? null
  const { formProps } = useFieldErrors(fault === null ? null : refused)
  const errorOf = (name: 'ids' | 'network' | 'before') =>
    fault === name ? t(($) => $.logErasures.errors[name]) : undefined
  const fields: Readonly<Record<EraseScope, ReactNode>> = {
    ids: (
      <TextAreaField
        id="ids"
        name="ids"
        rows={3}
        label={t(($) => $.logErasures.ids)}
        error={errorOf('ids')}
        defaultValue={typed.ids}
        {...plain}
      />
    ),
    filter: (
      <div className="grid gap-2">
        <FilterChips filter={filter} options={options} />
        {fault === 'filter' ? <Alert kind="danger">{t(($) => $.logErasures.errors.filter)}</Alert> : null}
        <Link
          to={`${base}/captcha/verifications?${writeSearch(filter)}`}
          className="text-link w-fit text-sm touch:py-3"
        >
          {t(($) => $.logExports.change)}
        </Link>
      </div>
    ),
    network: (
      <TextField
        id="network"
        name="network"
        label={t(($) => $.logErasures.network)}
        hint={t(($) => $.logFilter.hints.network)}
        error={errorOf('network')}
        maxLength={60}
        defaultValue={typed.network}
        {...plain}
      />
    ),
    before: (
      <TextField
        id="before"
        name="before"
        type="datetime-local"
        label={t(($) => $.logErasures.before)}
        error={errorOf('before')}
        defaultValue={typed.before}
      />
    ),
    all: null,
  }
  return (
    <Card className="sm:p-6">
      <Form method="post" preventScrollReset className="grid max-w-[40rem] gap-4" {...formProps}>
        <fieldset className="grid min-w-0 gap-2">
          <legend className="mb-3 text-base font-[580]">{t(($) => $.logErasures.choose)}</legend>
          {eraseScopes.map((scope) => (
            <div
              key={scope}
              className="group/scope rounded-md border border-line-strong has-[[name=scope]:checked]:border-ink"
            >
              <label className="flex cursor-pointer items-start gap-3 px-4 py-3">
                <input
                  type="radio"
                  name="scope"
                  value={scope}
                  defaultChecked={typed.scope === scope}
                  className="mt-1 size-4 shrink-0 accent-amber"
                />
                <span className="grid gap-0.5 text-sm font-[560]">
                  {t(($) => $.logErasures.scope[scope])}
                  <span className="font-[400] text-ink-2">{t(($) => $.logErasures.scope[`${scope}Text`])}</span>
                </span>
              </label>
              {fields[scope] === null ? null : (
                <div className="hidden px-4 pb-4 ps-11 group-has-[[name=scope]:checked]/scope:block">
                  {fields[scope]}
                </div>
              )}
            </div>
          ))}
        </fieldset>
        <Button
          type="submit"
          name="do"
          value="count"
          variant="primary"
          className="justify-self-start"
          aria-disabled={isSending}
        >
          {t(($) => $.logErasures.count)}
        </Button>
      </Form>
    </Card>
  )
}

function Confirmation({
  filter,
  options,
  answer,
  found,
}: EraseFormProps & { answer: ErasureAnswer; found: NonNullable<ErasureAnswer['found']> }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { solution } = useSolution()
  const isSending = useIsSending()
  const { typed, isOtherName } = answer
  const { errorOf, formProps } = useFieldErrors(isOtherName ? otherName : null)
  const words = { shown: formats.whole(found.count) }
  const isTooMany = typed.scope === 'filter' && !found.isComplete
  const isNothing = found.count === 0 && found.isComplete
  const error = errorOf('confirmLabel')
  const label = solution.label
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.logErasures.confirmTitle)} />
      <div className="grid max-w-[40rem] gap-4">
        <div className="grid gap-2 text-sm">
          <p>
            <b className="font-[560]">{t(($) => $.logErasures.scope[typed.scope])}</b>
            {typed.scope === 'network' ? `: ${typed.network}` : null}
            {typed.scope === 'before' ? `: ${typed.before.replace('T', ' ')}` : null}
          </p>
          {typed.scope === 'filter' ? <FilterChips filter={filter} options={options} /> : null}
        </div>
        {isNothing ? (
          <Alert kind="info">{t(($) => $.logErasures.found.none)}</Alert>
        ) : isTooMany ? (
          <Alert kind="warning">{t(($) => $.logErasures.found.tooMany, words)}</Alert>
        ) : (
          <Alert
            kind="warning"
            title={
              found.isComplete
                ? t(($) => $.logErasures.found.exact, { ...words, count: found.count })
                : found.count >= countedMax
                  ? t(($) => $.logErasures.found.more, words)
                  : t(($) => $.logErasures.found.atLeast, words)
            }
          >
            {t(($) => $.logErasures.found.exports)}
          </Alert>
        )}
        <Form method="post" preventScrollReset className="grid gap-4" {...formProps}>
          <input type="hidden" name="scope" value={typed.scope} />
          <input type="hidden" name="ids" value={typed.ids} />
          <input type="hidden" name="network" value={typed.network} />
          <input type="hidden" name="before" value={typed.before} />
          <input type="hidden" name="countedAt" value={found.countedAt} />
          {isNothing || isTooMany ? null : (
            <TextField
              {...plain}
              id="confirmLabel"
              name="confirmLabel"
              label={t(($) => $.logErasures.type)}
              hint={t(($) => $.logErasures.typeHint, { label })}
              error={error !== undefined && isOtherName ? t(($) => $.logErasures.typeWrong, { label }) : error}
              className="max-w-md"
              maxLength={200}
              required
            />
          )}
          <div className="flex flex-wrap gap-2.5">
            {isNothing || isTooMany ? null : (
              <Button type="submit" name="do" value="erase" variant="danger" aria-disabled={isSending}>
                {t(($) => $.logErasures.submit)}
              </Button>
            )}
            <Button type="submit" name="do" value="change" formNoValidate aria-disabled={isSending}>
              {t(($) => $.logErasures.back)}
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  )
}
