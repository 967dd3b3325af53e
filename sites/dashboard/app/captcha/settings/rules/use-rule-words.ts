import type { RuleAction, RuleCondition } from '@bollard/contracts'
import { useFormats, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { leftToRight } from '../../../words/left-to-right.ts'
import { nameOfCode } from '../../../words/name-of-code.ts'

/** More values than these are counted: a sentence is read, a list of 200 networks is not. */
const shownMax = 4

/** Whose values have names in the language; all others are shown as their owner typed them. */
const named: ReadonlySet<RuleCondition['field']> = new Set(['country', 'continent', 'networkKind', 'language'])

export interface RuleWords {
  /** A value as people read it. */
  value: (field: RuleCondition['field'], value: string | number) => string
  action: (action: RuleAction) => string
  /** The whole rule: "Block visitors whose country is Germany or France." */
  sentence: (rule: { conditions: readonly RuleCondition[]; action: RuleAction }) => string
}

/** Rules in words. */
export function useRuleWords(): RuleWords {
  const { t } = useTranslation()
  const { language } = useSite()
  const formats = useFormats()
  const value: RuleWords['value'] = (field, one) => {
    if (field === 'country') return nameOfCode('region', String(one), language)
    if (field === 'language') return nameOfCode('language', String(one), language)
    if (field === 'continent') return t(($) => $.rules.continents[one as 'EU'])
    if (field === 'networkKind') return t(($) => $.logFilter.values.networkKind[one as 'vpn'])
    return field === 'asn' ? `AS${one}` : String(one)
  }
  const action: RuleWords['action'] = (one) => {
    if (one.type !== 'DIFFICULTY') return t(($) => $.rules.actions[one.type])
    const percent = formats.whole(Math.abs(one.percent))
    return one.percent < 0 ? t(($) => $.rules.lessWork, { percent }) : t(($) => $.rules.moreWork, { percent })
  }
  const condition = (one: RuleCondition): string => {
    const field = t(($) => $.rules.fieldsInSentence[one.field])
    if (one.field === 'score')
      return t(($) => $.rules.between, { field, from: formats.score(one.from), to: formats.score(one.to) })
    const isName = named.has(one.field)
    const shown = one.values
      .slice(0, shownMax)
      .map((each) => (isName ? value(one.field, each) : leftToRight(value(one.field, each))))
    const rest = one.values.length - shown.length
    if (rest > 0) shown.push(t(($) => $.rules.more, { count: rest, shown: formats.whole(rest) }))
    const values = new Intl.ListFormat(language, { type: 'disjunction' }).format(shown)
    return one.not ? t(($) => $.rules.isNot, { field, values }) : t(($) => $.rules.is, { field, values })
  }
  return {
    value,
    action,
    sentence: (rule) =>
      t(($) => $.rules.sentence, {
        action: action(rule.action),
        conditions: new Intl.ListFormat(language, { type: 'conjunction' }).format(rule.conditions.map(condition)),
      }),
  }
}
