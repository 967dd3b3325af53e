import type { Statistics } from '@bollard/contracts'
import { useFormats, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { nameOfCode } from '../../words/name-of-code.ts'
import { reasonWords } from '../../words/reason-words.ts'
import { boundsOf, type FilterName } from './statistics-search.ts'

/** Values whose names the statistics bring along. */
const named = {
  asn: 'operator',
  environmentId: 'environment',
  ruleId: 'rule',
  bypassKeyId: 'bypassKey',
} as const satisfies Partial<Record<FilterName, keyof Statistics['breakdowns']>>

/** Names of filters and of their values in words, for chips, rows and links. */
export function useFilterWords(
  { breakdowns }: Pick<Statistics, 'breakdowns'>,
  environments: readonly { id: string; name: string }[] = [],
) {
  const { t } = useTranslation()
  const { language } = useSite()
  const formats = useFormats()
  const texts = (tree: unknown, key: string): string => {
    const found: unknown =
      typeof tree === 'object' && tree !== null && Object.hasOwn(tree, key) ? Reflect.get(tree, key) : null
    return typeof found === 'string' ? found : key
  }
  function valueWords(name: FilterName, value: string): string {
    switch (name) {
      case 'outcome':
        return value
          .split(',')
          .map((one) =>
            texts(
              t(($) => $.outcomes, { returnObjects: true }),
              one,
            ),
          )
          .join(', ')
      case 'country':
        return nameOfCode('region', value, language)
      case 'language':
        return nameOfCode('language', value, language)
      case 'networkKind':
        return texts(
          t(($) => $.statistics.networkKinds, { returnObjects: true }),
          value,
        )
      case 'device':
        return texts(
          t(($) => $.detail.devices, { returnObjects: true }),
          value.toLowerCase(),
        )
      case 'decision':
        return texts(
          t(($) => $.statistics.decisions, { returnObjects: true }),
          value,
        )
      case 'reason':
        return reasonWords(t, value)
      case 'scoreFrom':
        return `${formats.score(Number(value))} – ${formats.score(Number(boundsOf(name, value).scoreTo))}`
      case 'asn':
      case 'environmentId':
      case 'ruleId':
      case 'bypassKeyId': {
        const known = environments.find(({ id }) => id === value)?.name
        const found = breakdowns[named[name]].top.find((line) => String(line.value) === value)?.name
        return known ?? found ?? (name === 'asn' ? `AS${value}` : value.slice(0, 8))
      }
      default:
        return value === 'Unknown' ? t(($) => $.statistics.unknown) : value
    }
  }
  return { nameOf: (name: FilterName): string => t(($) => $.statistics.names[name]), valueWords }
}
