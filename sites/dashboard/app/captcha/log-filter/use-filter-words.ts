import { useFormats, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { nameOfCode } from '../../words/name-of-code.ts'
import { reasonWords } from '../../words/reason-words.ts'
import type { FilterOptions } from './filter-options.ts'
import { type FilterName, filterNames, type LogSearch } from './log-search.ts'

export interface FilterPart {
  readonly name: FilterName
  readonly label: string
  /** The value as people say it. */
  readonly value: string
}

/** The parts of a filter in words, in the order of the page. */
export function useFilterWords(options: FilterOptions): (filter: LogSearch) => FilterPart[] {
  const { t } = useTranslation()
  const { language } = useSite()
  const formats = useFormats()
  const fixed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    outcome: t(($) => $.log.filters, { returnObjects: true }),
    device: t(($) => $.detail.devices, { returnObjects: true }),
    networkKind: t(($) => $.logFilter.values.networkKind, { returnObjects: true }),
    decision: t(($) => $.logFilter.values.decision, { returnObjects: true }),
    fetched: t(($) => $.logFilter.values.fetched, { returnObjects: true }),
    feedback: t(($) => $.logFilter.values.feedback, { returnObjects: true }),
  }
  const valueOf = (name: FilterName, value: string): string => {
    switch (name) {
      case 'from':
      case 'to':
        return Number.isNaN(Date.parse(value)) ? value : formats.moment(value)
      case 'country':
        return nameOf(options.country, value) ?? nameOfCode('region', value, language)
      case 'language':
        return nameOf(options.language, value) ?? nameOfCode('language', value, language)
      case 'environmentId':
      case 'ruleId':
      case 'bypassKeyId':
        return nameOf(options[name], value) ?? t(($) => $.logFilter.values.deleted, { id: value.slice(0, 8) })
      case 'reason':
        return reasonWords(t, value)
      case 'asn':
        return /^\d/u.test(value) ? `AS${value}` : value
      case 'scoreFrom':
      case 'scoreTo':
        return Number.isNaN(Number(value)) ? value : formats.decimal(Number(value))
      case 'outcome':
        return value
          .split(',')
          .map((one) => fixed['outcome']?.[one] ?? one)
          .join(', ')
      default:
        return fixed[name]?.[value] ?? value
    }
  }
  return (filter) =>
    filterNames.flatMap((name) => {
      const value = filter[name]
      return value === undefined
        ? []
        : [{ name, label: t(($) => $.logFilter.names[name]), value: valueOf(name, value) }]
    })
}

function nameOf(list: FilterOptions[keyof FilterOptions], value: string): string | undefined {
  return list.find((one) => one.value === value)?.name
}
