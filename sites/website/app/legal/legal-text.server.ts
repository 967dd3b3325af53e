import type { Article, LegalDetails } from '@bollard/content'
import { fillDocsLinks, fillOperator } from '@bollard/content/fill-marks'
import type { Language } from '@bollard/i18n'
import type { Site } from '@bollard/site-kit'
import { readText } from '../article/articles.server.ts'
import { hasWhatItNeeds, operatorValuesOf } from '../operator/operator-values.server.ts'
import { withExistingLinks } from '../site-map/existing-links.server.ts'
import { sitePages } from '../site-map/site-pages.ts'

type LegalText = Pick<Article, 'language' | 'title' | 'description' | 'contents' | 'html'> & { legal: LegalDetails }

/** Contracts, which people keep: they are there as PDF too. */
const contracts: readonly string[] = [sitePages.dataProcessing, sitePages.serviceLevel]
export const isContract = (path: string): boolean => contracts.includes(path)

/**
 * A legal text with what this installation's operator has stated, in a language, or in English where the language lacks it. Null where
 * something that it needs wasn't stated: no page is better than a legal text with gaps.
 */
export async function readLegalText(site: Site, language: Language, path: string): Promise<LegalText | null> {
  const text = await readText(language, path)
  if (text === null || text.legal === null || !hasWhatItNeeds(site, text.legal)) return null
  const linked = withExistingLinks(fillDocsLinks(text.html, site.urls.docs, 'html'), site)
  const html = fillOperator(linked, operatorValuesOf(site, language) ?? {})
  // A heading may have stood for an operator with other facts.
  const contents = text.contents.filter(({ anchor }) => html.includes(`id="${anchor}"`))
  const { title, description, legal } = text
  return { language: text.language, title, description, contents, html, legal }
}
