import { limitKinds, type LimiterWhatIf, outagePolicies } from '@bollard/contracts'
import { ProblemAlert, type ShownProblem, type TimezoneGroup, useFieldErrors } from '@bollard/site-kit'
import { Card, SelectField, TextAreaField, TextField } from '@bollard/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { WhatIfDays } from '../../captcha/what-if/what-if-days.tsx'
import { ChoiceCards } from '../../forms/choice-cards.tsx'
import { MembersOnly } from '../../forms/members-only.tsx'
import { ZoneOptions } from '../../forms/zone-options.tsx'
import { typedValues, type TypedValues } from '../typed-values.ts'
import { SaveAndTry } from '../save-and-try.tsx'
import { useProtection } from '../use-protection.ts'
import { KeyFields } from './key-fields.tsx'
import { LadderFields } from './ladder-fields.tsx'
import { TriedLimiter } from './tried-limiter.tsx'
import { countedWhen, limiterOf } from './typed-limiter.ts'
import { useLimiterWords } from './use-limiter-words.ts'

interface LimiterFormProps {
  typed: TypedValues
  problem: ShownProblem | null
  /** What it would have done to earlier requests. */
  tried: LimiterWhatIf | null
  zones: readonly TimezoneGroup[]
  /** Of a limiter that there is. */
  version?: number
  /** Names this one creation, so that a form sent twice creates one limiter. */
  intent?: string
}

/** What a limiter allows to whom, and what it would have done before anything is saved. */
export function LimiterForm({ typed, problem, tried, zones, version, intent }: LimiterFormProps) {
  const { t } = useTranslation()
  const { mayChange } = useProtection()
  const limiterWords = useLimiterWords()
  const { errorOf, formProps } = useFieldErrors(problem)
  const [shown, setShown] = useState(typed)
  const words = t(($) => $.protection.form, { returnObjects: true })
  const field = (name: string) => ({
    id: name,
    name,
    autoComplete: 'off',
    spellCheck: false,
    defaultValue: typed[name] ?? '',
    error: errorOf(name),
  })
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <Card className="min-w-0 sm:p-6">
        <Form
          method="post"
          preventScrollReset
          onChange={({ currentTarget }) => setShown(typedValues(new FormData(currentTarget)))}
          {...formProps}
        >
          <fieldset disabled={!mayChange} className="group/form grid min-w-0 gap-6">
            <MembersOnly />
            {version === undefined ? null : <input type="hidden" name="version" value={version} />}
            {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
            <ProblemAlert problem={problem} words={{ 'in-use': words.nameTaken, 'quota-exceeded': words.full }} />
            <p className="rounded-md bg-sunken px-4 py-3 text-sm">
              <output>{limiterWords.sentence(limiterOf(shown))}</output>
            </p>
            <TextField label={words.name} hint={words.nameHint} required maxLength={64} {...field('name')} />
            <div className="grid gap-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
              <TextAreaField label={words.paths} hint={words.pathsHint} rows={2} {...field('match/paths')} />
              <TextField label={words.methods} hint={words.methodsHint} {...field('match/methods')} />
            </div>
            <TextAreaField label={words.hosts} hint={words.hostsHint} rows={2} {...field('match/hosts')} />
            <ChoiceCards
              legend={words.kind}
              name="limit/kind"
              chosen={typed['limit/kind'] ?? ''}
              choices={limitKinds.map((value) => ({ value, ...words.kinds[value] }))}
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField label={words.limit} inputMode="numeric" {...field('limit/limit')} />
              <TextField
                label={words.windowSeconds}
                inputMode="numeric"
                {...field('limit/windowSeconds')}
                className="hidden group-has-[[value=FIXED\_WINDOW]:checked]/form:grid group-has-[[value=SLIDING\_WINDOW]:checked]/form:grid"
              />
              <TextField
                label={words.leaseSeconds}
                hint={words.leaseHint}
                inputMode="numeric"
                {...field('limit/leaseSeconds')}
                className="hidden group-has-[[value=CONCURRENCY]:checked]/form:grid"
              />
              <SelectField
                label={words.period}
                {...field('limit/period')}
                className="hidden group-has-[[value=QUOTA]:checked]/form:grid"
              >
                <option value="DAY">{words.day}</option>
                <option value="MONTH">{words.month}</option>
              </SelectField>
            </div>
            <div className="hidden gap-5 group-has-[[value=TOKEN\_BUCKET]:checked]/form:grid sm:grid-cols-2">
              <TextField label={words.tokens} inputMode="numeric" {...field('limit/tokens')} />
              <TextField label={words.everySeconds} inputMode="numeric" {...field('limit/everySeconds')} />
            </div>
            <SelectField
              label={t(($) => $.create.timezone)}
              {...field('limit/zone')}
              className="hidden group-has-[[value=QUOTA]:checked]/form:grid"
            >
              <ZoneOptions zones={zones} />
            </SelectField>
            <KeyFields typed={typed} error={errorOf('key')} />
            <div className="grid gap-5 sm:grid-cols-2">
              <SelectField
                label={words.counts}
                {...field('counts')}
                className="group-has-[[value=CONCURRENCY]:checked]/form:hidden"
              >
                {countedWhen.map((when) => (
                  <option key={when} value={when}>
                    {words.countsWhen[when]}
                  </option>
                ))}
              </SelectField>
              <SelectField label={words.missing} {...field('missing')}>
                <option value="SKIP">{words.skip}</option>
                <option value="SHARE">{words.share}</option>
              </SelectField>
            </div>
            <ChoiceCards
              legend={words.outage}
              name="outage"
              chosen={typed['outage'] ?? ''}
              choices={outagePolicies.map((value) => ({ value, ...words.outages[value] }))}
            />
            <LadderFields typed={typed} errorOf={errorOf} />
            {version === undefined ? null : (
              <ChoiceCards
                legend={words.mode}
                name="mode"
                chosen={typed['mode'] ?? ''}
                choices={(['DRY_RUN', 'LIVE'] as const).map((value) => ({ value, ...words.modes[value] }))}
              />
            )}
            <SaveAndTry create={words.create} isNew={version === undefined} trial={words.try}>
              <WhatIfDays />
            </SaveAndTry>
          </fieldset>
        </Form>
      </Card>
      <TriedLimiter tried={tried} />
    </div>
  )
}
