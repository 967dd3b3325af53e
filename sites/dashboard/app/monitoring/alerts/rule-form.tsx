import { alertedStates, conditionKinds } from '@bollard/contracts'
import { ProblemAlert, type ShownProblem, useFieldErrors } from '@bollard/site-kit'
import { Card, Checkbox, FieldError, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { Fold } from '../../forms/fold.tsx'
import { MembersOnly } from '../../forms/members-only.tsx'
import { ServiceTicks } from '../ticks.tsx'
import { SaveButton } from '../../forms/save-button.tsx'
import { useMonitoring } from '../use-monitoring.ts'
import type { AlertTargets } from './load-targets.server.ts'
import { stepsMax, stepsOf, type TypedRule } from './typed-rule.ts'

interface RuleFormProps {
  typed: TypedRule
  problem: ShownProblem | null
  targets: AlertTargets
  /** Of a rule that there is. */
  version?: number
}

/** What raises an alert, and who is told of it when. */
export function RuleForm({ typed, problem, targets, version }: RuleFormProps) {
  const { t } = useTranslation()
  const { mayChange } = useMonitoring()
  const { errorOf, formProps } = useFieldErrors(problem)
  const words = t(($) => $.monitoring.rule, { returnObjects: true })
  const text = (name: string) => ({
    id: name,
    name,
    autoComplete: 'off',
    defaultValue: typed[name] ?? '',
    error: errorOf(name),
  })
  const number = (name: string) => ({ ...text(name), inputMode: 'decimal' as const })
  return (
    <Card className="sm:p-6">
      <Form method="post" {...formProps}>
        <fieldset disabled={!mayChange} className="group grid max-w-[40rem] min-w-0 gap-5">
          <MembersOnly />
          {version === undefined ? null : <input type="hidden" name="version" value={version} />}
          <ProblemAlert problem={problem} words={{ 'quota-exceeded': words.full }} />
          <TextField label={t(($) => $.monitoring.fields.title)} required maxLength={80} {...text('name')} />
          <SelectField
            id="condition/kind"
            name="condition/kind"
            label={words.when}
            defaultValue={typed['condition/kind']}
            error={errorOf('condition/kind')}
          >
            {conditionKinds.map((kind) => (
              <option key={kind} value={kind}>
                {words.kinds[kind]}
              </option>
            ))}
          </SelectField>
          <fieldset className="hidden min-w-0 group-has-[option[value=STATE]:checked]:block">
            <legend className="text-sm font-[520]">{words.states}</legend>
            <div className="flex flex-wrap gap-x-5">
              {alertedStates.map((state) => (
                <Checkbox
                  key={state}
                  name="condition/states"
                  value={state}
                  defaultChecked={typed['condition/states']?.split('\n').includes(state)}
                  label={t(($) => $.monitoring.states[state])}
                />
              ))}
            </div>
            <FieldError id="condition-states">{errorOf('condition/states')}</FieldError>
          </fieldset>
          <div className="hidden gap-5 group-has-[option[value=SLOW]:checked]:grid">
            <TextField label={words.totalMs} {...number('condition/totalMs')} />
            <TextField label={words.minutes} {...number('condition/minutes')} />
          </div>
          <div className="hidden gap-5 group-has-[option[value=UPTIME]:checked]:grid">
            <TextField label={words.objective} {...number('condition/objectivePercent')} />
            <TextField label={words.spent} {...number('condition/spentPercent')} />
            <Checkbox name="condition/fast" defaultChecked={typed['condition/fast'] !== ''} label={words.fast} />
          </div>
          <div className="hidden group-has-[option[value=CERTIFICATE]:checked]:block group-has-[option[value=DOMAIN]:checked]:block group-has-[option[value=UPTIME]:checked]:block">
            <TextField label={words.days} {...number('condition/days')} />
          </div>
          <div className="hidden group-has-[option[value=CERTIFICATE]:checked]:block group-has-[option[value=DOMAIN]:checked]:block">
            <TextField label={words.reminderDays} {...text('condition/reminderDays')} />
          </div>
          <ServiceTicks
            name="serviceIds"
            legend={t(($) => $.monitoring.maintenance.services)}
            services={targets.services}
            chosen={(typed['serviceIds'] ?? '').split('\n')}
            error={errorOf('serviceIds')}
          />
          <Steps typed={typed} targets={targets} errorOf={errorOf} />
          <Fold label={words.repeat} isOpen={(typed['repeat/times'] ?? '') !== ''}>
            <div className="grid w-full gap-5 sm:grid-cols-2">
              <TextField label={words.repeatAfter} {...number('repeat/afterMinutes')} />
              <TextField label={words.repeatTimes} {...number('repeat/times')} />
            </div>
          </Fold>
          <Checkbox name="active" defaultChecked={typed['active'] !== ''} label={words.active} />
          <SaveButton create={words.create} isNew={version === undefined} />
        </fieldset>
      </Form>
    </Card>
  )
}

interface StepsProps {
  typed: TypedRule
  targets: AlertTargets
  errorOf: (name: string) => string | undefined
}

/** Who is told after how many minutes, with one empty step more than there are; steps without anybody are left out. */
function Steps({ typed, targets: { channels, schedules }, errorOf }: StepsProps) {
  const { t } = useTranslation()
  const words = t(($) => $.monitoring.rule, { returnObjects: true })
  const steps = stepsOf(typed)
  const people = [
    ...channels.map(({ id, name }) => ({ value: `CHANNEL ${id}`, name })),
    ...schedules.map(({ id, name }) => ({ value: `SCHEDULE ${id}`, name: `${words.onCall}: ${name}` })),
  ]
  if (people.length === 0) return <p className="text-sm text-bot">{words.noChannels}</p>
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="text-sm font-[520]">{words.steps}</legend>
      <FieldError id="steps-error">{steps.length === 0 ? errorOf('steps') : undefined}</FieldError>
      {Array.from({ length: Math.min(stepsMax, steps.length + 1) }, (_, row) => {
        const at = `steps/${row}`
        const chosen = (steps[row]?.targets ?? []).map(({ kind, id }) => `${kind} ${id}`)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the steps are counted, and their fields are named by it
          <div key={row} className="grid gap-2 border-b border-line pb-3">
            <TextField
              id={`${at}/afterMinutes`}
              name={`${at}/afterMinutes`}
              label={t(($) => $.monitoring.rule.after, { number: row + 1 })}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={steps[row]?.afterMinutes ?? String(row * 15)}
              error={errorOf(at)}
            />
            <div className="grid gap-x-6 sm:grid-cols-2">
              {people.map(({ value, name }) => (
                <Checkbox
                  key={value}
                  name={`${at}/targets`}
                  value={value}
                  label={name}
                  defaultChecked={chosen.includes(value)}
                />
              ))}
            </div>
          </div>
        )
      })}
    </fieldset>
  )
}
