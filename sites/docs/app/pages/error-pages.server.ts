import {
  codePlaces,
  explainCode,
  explainedCodes,
  type ExplainedCode,
  type ExplanationWords,
  writeExplanation,
} from '@bollard/api-reference'
import type { Language } from '@bollard/i18n'
import { textsFor } from '@bollard/site-kit/server'
import type { ListedPage, PageContent, PageSource } from './page-source.ts'
import { shortened } from './api-pages.server.ts'
import { textsOf } from './frame-texts.server.ts'
import { apiReference } from './reference.server.ts'

/** A page for each code that the API, siteverify or the widget can answer, and one with all of them. */
export const errorPages: PageSource = {
  list(language) {
    const { t } = textsFor('docs', language)
    const pages = errorGroups(language).flatMap(({ title: group, codes }) =>
      codes.map((code): ListedPage => {
        const { title, meaning } = explainCode(code, language)
        return {
          path: `/errors/${code}`,
          section: 'errors',
          title: t(($) => $.errors.pair, { first: code, second: title }),
          description: shortened(meaning),
          group,
          modified: null,
        }
      }),
    )
    return [overviewOf(language), ...pages]
  },
  async read(language, path) {
    if (path === '/errors') return readOverview(language)
    const code = path.startsWith('/errors/') ? codeOf(path.slice('/errors/'.length)) : null
    return code === null ? null : readCode(code, language)
  },
}

/** A code that has a page; null for anything else. */
export function codeOf(name: string): ExplainedCode | null {
  return explainedCodes.find((code) => code === name) ?? null
}

/** All codes: those of siteverify, those of the widget alone, and those of the API by their status. */
export function errorGroups(
  language: Language,
): { readonly title: string; readonly codes: readonly ExplainedCode[] }[] {
  const { t } = textsFor('docs', language)
  const groups = { siteverify: t(($) => $.errors.groups.siteverify), widget: t(($) => $.errors.groups.widget) }
  const titleOf = (code: ExplainedCode): string => {
    const { siteverify, problem } = codePlaces(code, apiReference())
    if (siteverify) return groups.siteverify
    return problem === null ? groups.widget : `HTTP ${problem.example.status}`
  }
  const all = Map.groupBy(explainedCodes, titleOf)
  const rank = (title: string) => (title === groups.siteverify ? 0 : title === groups.widget ? 1 : 2)
  return [...all]
    .map(([title, codes]) => ({ title, codes }))
    .toSorted((one, other) => rank(one.title) - rank(other.title) || (one.title < other.title ? -1 : 1))
}

function overviewOf(language: Language): ListedPage {
  const { title, description } = textsOf(language).errors.all
  return { path: '/errors', section: 'errors', title, description, modified: null }
}

function readOverview(language: Language): PageContent {
  const { title, description } = textsOf(language).errors.all
  const lists = errorGroups(language).flatMap((group) => [
    `## ${group.title}`,
    group.codes.map((code) => `- [${code}](/errors/${code}): ${explainCode(code, language).title}`).join('\n'),
  ])
  return {
    markdown: `${[`# ${title}`, description, ...lists].join('\n\n')}\n`,
    passages: [{ anchor: null, heading: null, text: description }],
  }
}

function readCode(code: ExplainedCode, language: Language): PageContent {
  const { errors } = textsOf(language)
  const explanation = explainCode(code, language)
  const { meaning, causes, steps } = explanation
  const words: ExplanationWords = { ...errors.headings, ...errors.places, status: errors.status }
  return {
    markdown: writeExplanation(code, explanation, codePlaces(code, apiReference()), words),
    passages: [
      { anchor: null, heading: null, text: meaning },
      { anchor: 'causes', heading: errors.headings.causes, text: causes.join(' ') },
      { anchor: 'steps', heading: errors.headings.steps, text: steps.join(' ') },
    ],
  }
}
