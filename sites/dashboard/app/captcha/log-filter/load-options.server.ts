import { apiOf, attempt } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { isLanguage } from '@bollard/i18n'
import { nameOfCode } from '../../words/name-of-code.ts'
import type { FilterOptions } from './filter-options.ts'

/** ISO 639-1 codes that browsers are set to most. What else occurs can still be filtered for by the address. */
const languages =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv th tr uk ur vi zh'.split(
    ' ',
  )

/** What the lists of a filter offer: things of this captcha, countries and languages by their names. A list that cannot be read is empty. */
export async function loadOptions(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { solutionId, language }: { solutionId: string; language: string | undefined },
): Promise<FilterOptions> {
  const api = apiOf(context, request)
  const [environments, rules, bypassKeys, countries] = await Promise.all([
    attempt(api.listEnvironments({ solutionId })),
    attempt(api.listRules({ solutionId })),
    attempt(api.listBypassKeys({ solutionId })),
    attempt(api.listCountries({ language, set: 'ALL' })),
  ])
  const shown = language !== undefined && isLanguage(language) ? language : 'en'
  const named = (found: typeof environments | typeof rules | typeof bypassKeys) =>
    found.ok ? found.value.items.map(({ id, name }) => ({ value: id, name })) : []
  return {
    environmentId: named(environments),
    ruleId: named(rules),
    bypassKeyId: named(bypassKeys),
    country: countries.ok ? countries.value.items.map(({ code, name }) => ({ value: code, name })) : [],
    language: languages
      .map((code) => ({ value: code, name: nameOfCode('language', code, shown) }))
      .toSorted((a, b) => a.name.localeCompare(b.name, shown)),
  }
}
