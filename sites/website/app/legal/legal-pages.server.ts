import { outlines } from 'virtual:content'
import { defaultLanguage, type Language } from '@bollard/i18n'
import type { Site } from '@bollard/site-kit'
import { textsFor } from '@bollard/site-kit/server'
import { sitePages } from '../site-map/site-pages.ts'
import { existingPaths } from '../site-map/existing-pages.server.ts'

/** The legal texts of this installation and the cookie settings, with their titles in a language. */
export function legalPages(site: Site, language: Language): { readonly path: string; readonly title: string }[] {
  const { t } = textsFor('website', language)
  const texts = outlines
    .filter(
      (outline) =>
        outline.section === 'legal' && outline.language === defaultLanguage && existingPaths(site).has(outline.path),
    )
    .map((outline) => outlines.find((one) => one.path === outline.path && one.language === language) ?? outline)
  const cookies = { path: sitePages.cookieSettings, title: t(($) => $.shell.pages.cookieSettings) }
  return [...texts.map(({ path, title }) => ({ path, title })), cookies]
}
