import { defaultLanguage, type Language, languages } from './languages.ts'

/** The first of the languages offered (all of ours by default) that an `accept-language` header wants; its order of weights counts. Else the first one. */
export function preferredLanguage(acceptLanguage: string | null, offered: readonly Language[] = languages): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.trim().split(/;\s*q=/u)
      return { tag: tag.toLowerCase().split('-')[0], weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return (
    wanted.map(({ tag }) => offered.find((language) => language === tag)).find((language) => language !== undefined) ??
    offered[0] ??
    defaultLanguage
  )
}
