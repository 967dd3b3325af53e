import {
  type RuleContent,
  type RuleForm,
  ruleFormBeginnings,
  ruleForms,
  type RuleFormsContent,
  rulesOfFormsContent,
  type StoredRuleDto,
} from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { act, apiOf, load } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { tryDraft } from '../../what-if/try-change.server.ts'
import { saveChanges, type SettingsAnswer } from '../../../sections/save-section.server.ts'
import { readValues, type Values } from '../../../sections/setting-values.ts'
import { contentOf } from './read-rule.ts'
import { fitOrder, readOrder } from './rule-order.ts'

interface Sender {
  context: Readonly<RouterContextProvider>
  request: Request
  solutionId: string
}

type Answer = Omit<SettingsAnswer, 'section'>

export const formSections = {
  countries: ['geoblocking/mode', 'geoblocking/countries'],
  networks: ['allowedNetworks', 'blockedNetworks'],
} as const

export function valuesOfForms({ geoblocking, allowedNetworks, blockedNetworks }: RuleFormsContent): Values {
  return {
    'geoblocking/mode': geoblocking.mode,
    'geoblocking/countries': geoblocking.countries,
    allowedNetworks,
    blockedNetworks,
  }
}

const withForms = (content: RuleFormsContent, values: Values): RuleFormsContent => {
  const all = { ...valuesOfForms(content), ...values }
  const mode = all['geoblocking/mode'] as RuleFormsContent['geoblocking']['mode']
  return {
    // Kept for later by nobody: without a mode there is nothing to list.
    geoblocking: { mode, countries: mode === 'OFF' ? [] : (all['geoblocking/countries'] as string[]) },
    allowedNetworks: all['allowedNetworks'] as string[],
    blockedNetworks: all['blockedNetworks'] as string[],
  }
}

/** Saves the countries or the networks, or tries them on earlier visitors. */
export async function changeForms(sender: Sender, form: FormData, section: keyof typeof formSections): Promise<Answer> {
  const { context, request, solutionId } = sender
  const api = apiOf(context, request)
  const names = formSections[section]
  const read = () => load(context, request, api.getRuleForms({ solutionId }))
  if (textOf(form, 'do') === 'try') {
    const typed = readValues(form, names)
    const [{ version: _version, paused: _paused, ...content }, rules] = await Promise.all([read(), readRules(sender)])
    const { result, problem } = await tryDraft(sender, form, { rules: withFormRules(rules, withForms(content, typed)) })
    return { did: 'try', problem, conflict: null, typed, tried: result }
  }
  return saveChanges({ ...sender, ownerId: sender.solutionId }, form, names, {
    read,
    valuesOf: (content) =>
      Object.fromEntries(Object.entries(valuesOfForms(content)).filter(([name]) => names.some((one) => one === name))),
    write: ({ version, paused: _paused, ...content }, changes) =>
      api.putRuleForms({ solutionId, ruleFormsDto: { ...withForms(content, changes), version } }),
  })
}

/** The rules with those of the simple forms as `content` has them. */
function withFormRules(rules: readonly StoredRuleDto[], content: RuleFormsContent): RuleContent[] {
  const wanted = rulesOfFormsContent(content)
  const kept = rules.flatMap((rule) => {
    if (rule.form === null) return [contentOf(rule)]
    const changed = wanted[rule.form]
    return changed === null ? [] : [{ ...contentOf(rule), ...copyOf(changed) }]
  })
  const isNew = (form: RuleForm) => !rules.some((rule) => rule.form === form)
  const added = ruleForms.flatMap((form) => {
    const rule = wanted[form]
    if (rule === null || !isNew(form)) return []
    return [{ ...ruleFormBeginnings[form], ...copyOf(rule), enabled: true, dryRun: false, expiresAt: null }]
  })
  return [...kept, ...added].toSorted((a, b) => a.priority - b.priority)
}

const copyOf = ({
  conditions,
  action,
}: Pick<RuleContent, 'action'> & { conditions: readonly RuleContent['conditions'][number][] }) => ({
  conditions: [...conditions],
  action,
})

export async function readRules({ context, request, solutionId }: Sender): Promise<StoredRuleDto[]> {
  return (await load(context, request, apiOf(context, request).listRules({ solutionId }))).items
}

/** Saves the order in which rules are asked, or tries it. Rules that came or went meanwhile make nobody begin again. */
export async function changeOrder(sender: Sender, form: FormData): Promise<Answer> {
  const { context, request, solutionId } = sender
  const rules = await readRules(sender)
  const current = rules.map(({ id }) => id)
  const sent = readOrder(form)
  const ruleIds = [...fitOrder(sent, current)]
  const typed: Values = { order: ruleIds }
  if (textOf(form, 'do') === 'try') {
    const inOrder = ruleIds.flatMap((id, index) => {
      const rule = rules.find((one) => one.id === id)
      return rule === undefined ? [] : [{ ...contentOf(rule), priority: (index + 1) * 10 }]
    })
    const { result, problem } = await tryDraft(sender, form, { rules: inOrder })
    return { did: 'try', problem, conflict: null, typed, tried: result }
  }
  const done: Answer = { did: 'save', problem: null, conflict: null, typed: null, tried: null }
  if (ruleIds.join() === current.join() && sent.join() === current.join()) return done
  // What nobody has seen in its place is not saved there.
  if (ruleIds.join() !== sent.join()) return { ...done, problem: changedMeanwhile, typed }
  const answer = await act(sender, apiOf(context, request).orderRules({ solutionId, ruleOrderDto: { ruleIds } }))
  return answer.ok ? done : { ...done, problem: answer.problem, typed }
}

const changedMeanwhile = {
  type: 'about:blank',
  title: 'The rules have changed since they were read.',
  detail: '',
  status: 409,
  code: 'version-conflict',
  requestId: '',
} as const

/** What a rule would have done to earlier visitors: added, in place of the rule with `id`, or, without `content`, gone. */
export async function tryRule(
  sender: Sender,
  form: FormData,
  { id, content }: { id: string | null; content: Omit<RuleContent, 'priority'> | null },
) {
  const rules = await readRules(sender)
  const replaced = rules.flatMap((rule) => {
    if (rule.id !== id) return [contentOf(rule)]
    return content === null ? [] : [{ ...contentOf(rule), ...content }]
  })
  const added = id === null && content !== null ? [{ ...content, priority: lastPriority(rules) + 10 }] : []
  const index = id === null ? rules.length : rules.findIndex((rule) => rule.id === id)
  const { result, problem } = await tryDraft(sender, form, { rules: [...replaced, ...added] })
  const errors = problem?.errors?.map((error) => ({
    ...error,
    pointer: error.pointer.replace(`/rules/${index}/`, '/'),
  }))
  return { result, problem: problem === null ? null : { ...problem, ...(errors ? { errors } : {}) } }
}

/** Behind which a new rule is asked. */
export function lastPriority(rules: readonly StoredRuleDto[]): number {
  return Math.max(0, ...rules.map(({ priority }) => priority))
}
