import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inEachLanguage, type Language, languages } from './languages.ts'

/** The sites of an installation: each has a folder in `sites` and one in `texts`. */
export const siteNames = ['website', 'identity', 'dashboard', 'docs', 'admin', 'status'] as const
export type SiteName = (typeof siteNames)[number]
export interface TextTree {
  [key: string]: string | TextTree
}

/** The three files that a site serves for a language, and all of it merged. */
export interface SiteTexts {
  /** `/i18n/{language}.json` */
  site: TextTree
  /** `/i18n/library-elements/{language}.json`: component words and the words of reason codes. */
  elements: { elements: TextTree; reasons: TextTree }
  /** `/i18n/library-structure/{language}.json`: the shell of a page. */
  structure: { structure: TextTree }
  merged: TextTree
}

const loaded = new Map<string, SiteTexts>()

/** What the dashboard has beside its own texts: words for the codes of decisions and of what is found in forms. */
export const foldersOfDashboard = ['decisions', 'findings'] as const

/** Reads the texts of one site in one language; read once, then kept. Throws when a file is missing or no JSON. */
export function loadSiteTexts(site: SiteName, language: Language): SiteTexts {
  const key = `${site}/${language}`
  const known = loaded.get(key)
  if (known) return known
  const own = readTexts(site, language)
  if (site === 'dashboard') for (const folder of foldersOfDashboard) own[folder] = readTexts(folder, language)
  const elements = { elements: readTexts('library-elements', language), reasons: readTexts('reasons', language) }
  const structure = { structure: readTexts('library-structure', language) }
  const texts = { site: own, elements, structure, merged: { ...own, ...elements, ...structure } }
  loaded.set(key, texts)
  return texts
}

/** The JSON documents below `/i18n/` of a site: address to body. */
export function textDocuments(site: SiteName): Map<string, string> {
  const documents = new Map<string, string>()
  for (const language of languages) {
    const texts = loadSiteTexts(site, language)
    documents.set(`/i18n/${language}.json`, JSON.stringify(texts.site))
    documents.set(`/i18n/library-elements/${language}.json`, JSON.stringify(texts.elements))
    documents.set(`/i18n/library-structure/${language}.json`, JSON.stringify(texts.structure))
  }
  return documents
}

/** One folder of `texts/` in every language. `Texts` is the type of its English file; a test holds the others to it. */
export function readAllTexts<Texts extends object>(folder: string): Readonly<Record<Language, Texts>> {
  return inEachLanguage((language) => readTexts(folder, language) as Texts)
}

/** One folder of `texts/` in one language. */
export function readTexts(folder: string, language: Language): TextTree {
  return parseTextTree(
    readFileSync(fileURLToPath(new URL(`../texts/${folder}/${language}.json`, import.meta.url)), 'utf8'),
  )
}

/** The files are our own and a test holds them to this shape. */
function parseTextTree(json: string): TextTree {
  return JSON.parse(json) as TextTree
}
