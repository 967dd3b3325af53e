import {
  type AlertCondition,
  alertedStates,
  type AlertRule,
  type AlertRuleNew,
  type AlertTarget,
  conditionKinds,
} from '@bollard/contracts'

/** A rule as somebody typed it: every field by its place in what is sent, such as `condition/totalMs`. */
export type TypedRule = Readonly<Record<string, string>>

export const stepsMax = 20

export const newRule: TypedRule = {
  active: 'on',
  'condition/kind': 'STATE',
  'condition/states': 'DOWN\nCHALLENGED',
  'condition/totalMs': '2000',
  'condition/minutes': '10',
  'condition/objectivePercent': '99.9',
  'condition/days': '14',
  'condition/reminderDays': '7, 1',
  'condition/spentPercent': '50',
  'condition/fast': 'on',
  'steps/0/afterMinutes': '0',
}

export function typedRule(form: FormData): TypedRule {
  const values = Object.fromEntries(
    Array.from(new Set(form.keys()), (name) => [name, form.getAll(name).map(String).join('\n')]),
  )
  const steps = stepsOf(values)
  for (const name of Object.keys(values)) if (name.startsWith('steps/')) delete values[name]
  return { ...values, ...shownSteps(steps) }
}

export function shownRule({ name, active, serviceIds, condition, steps, repeat }: AlertRule): TypedRule {
  const { states, ...rest } = { states: undefined, ...condition }
  const fields = Object.entries(rest).map(([field, value]): [string, string] => [
    `condition/${field}`,
    value === false ? '' : value === true ? 'on' : Array.isArray(value) ? value.join(', ') : String(value),
  ])
  return {
    ...newRule,
    ...Object.fromEntries(fields),
    ...(states === undefined ? {} : { 'condition/states': states.join('\n') }),
    ...shownSteps(steps.map(({ afterMinutes, targets }) => ({ afterMinutes: String(afterMinutes), targets }))),
    name,
    active: active ? 'on' : '',
    serviceIds: serviceIds.join('\n'),
    'repeat/afterMinutes': repeat === null ? '' : String(repeat.afterMinutes),
    'repeat/times': repeat === null ? '' : String(repeat.times),
  }
}

/** As it is sent; what does not fit is left to the service, which names the field. */
export function ruleOf(typed: TypedRule): AlertRuleNew {
  const text = (name: string) => (typed[name] ?? '').trim()
  const isRepeated = text('repeat/afterMinutes') !== '' || text('repeat/times') !== ''
  return {
    name: text('name'),
    active: text('active') !== '',
    serviceIds: linesOf(text('serviceIds')),
    condition: conditionOf(typed),
    steps: stepsOf(typed).map(({ afterMinutes, targets }) => ({ afterMinutes: Number(afterMinutes), targets })),
    repeat: isRepeated
      ? { afterMinutes: Number(text('repeat/afterMinutes')), times: Number(text('repeat/times')) }
      : null,
  }
}

function conditionOf(typed: TypedRule): AlertCondition {
  const at = (name: string) => (typed[`condition/${name}`] ?? '').trim()
  const number = (name: string) => Number(at(name).replace(',', '.'))
  const kind = conditionKinds.find((one) => one === at('kind')) ?? 'STATE'
  switch (kind) {
    case 'STATE': {
      const chosen = linesOf(at('states'))
      return { kind, states: alertedStates.filter((state) => chosen.includes(state)) }
    }
    case 'SLOW':
      return { kind, totalMs: number('totalMs'), minutes: number('minutes') }
    case 'UPTIME':
      return {
        kind,
        objectivePercent: number('objectivePercent'),
        days: number('days'),
        spentPercent: number('spentPercent'),
        fast: at('fast') !== '',
      }
    case 'CERTIFICATE':
    case 'DOMAIN':
      return {
        kind,
        days: number('days'),
        reminderDays: at('reminderDays')
          .split(/[\s,;]+/u)
          .filter(Boolean)
          .map(Number),
      }
    default:
      return { kind }
  }
}

interface TypedStep {
  readonly afterMinutes: string
  readonly targets: AlertTarget[]
}

/** The steps that tell somebody; a target is `CHANNEL` or `SCHEDULE` with its id. Rows without one are left out. */
export function stepsOf(typed: TypedRule): TypedStep[] {
  return Array.from({ length: stepsMax }, (_, row) => ({
    afterMinutes: (typed[`steps/${row}/afterMinutes`] ?? '').trim(),
    targets: linesOf(typed[`steps/${row}/targets`] ?? '').map((target): AlertTarget => {
      const [kind, id = ''] = target.split(' ')
      return { kind: kind === 'SCHEDULE' ? 'SCHEDULE' : 'CHANNEL', id }
    }),
  })).filter(({ targets }) => targets.length > 0)
}

function shownSteps(steps: readonly TypedStep[]): TypedRule {
  return Object.fromEntries(
    steps.flatMap(({ afterMinutes, targets }, row) => [
      [`steps/${row}/afterMinutes`, afterMinutes],
      [`steps/${row}/targets`, targets.map(({ kind, id }) => `${kind} ${id}`).join('\n')],
    ]),
  )
}

const linesOf = (text: string) => text.split('\n').filter(Boolean)
