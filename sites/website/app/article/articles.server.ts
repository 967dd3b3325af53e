import { type ArticleOutline, outlines, readArticle } from 'virtual:content'
import type { Article } from '@bollard/content'
import { defaultLanguage, type Language } from '@bollard/i18n'
import type { ArticleSection } from './sections.ts'

/** The articles of a section as a language lists them: in that language, or in English where it lacks one. */
export function articlesOf(section: ArticleSection, language: Language): ArticleOutline[] {
  return outlines.flatMap((outline) =>
    outline.section === section && outline.language === defaultLanguage
      ? [outlineOf(outline.path, language) ?? outline]
      : [],
  )
}

/** An article of any section by its slug, as `articlesOf` lists it; null for no article. */
export function articleBySlug(slug: string, language: Language): ArticleOutline | null {
  const found = outlines.find((outline) => outline.slug === slug && outline.section !== 'legal')
  return found === undefined ? null : (outlineOf(found.path, language) ?? outlineOf(found.path, defaultLanguage))
}

/** The languages that have a text. */
export function languagesOf(path: string): Language[] {
  return outlines.filter((outline) => outline.path === path).map(({ language }) => language)
}

/** A text in a language, or the English one where the language lacks it; null where there is none. */
export async function readText(language: Language, path: string): Promise<Article | null> {
  return (await readArticle(language, path)) ?? (await readArticle(defaultLanguage, path))
}

function outlineOf(path: string, language: Language): ArticleOutline | null {
  return outlines.find((outline) => outline.path === path && outline.language === language) ?? null
}
