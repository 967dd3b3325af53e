import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLanguage, type Language, languages } from '@bollard/i18n'
import { flattenTexts, wantedIn } from '@bollard/i18n/compare'
import { readTexts } from '@bollard/i18n/load'

/** What a language has of a folder, beside the English that everything is written in first. */
export interface LanguageCoverage {
  readonly language: Language
  readonly translated: number
  /** Of this many. */
  readonly wanted: number
  /** Keys of texts or paths of pages that are there in English alone. */
  readonly missing: readonly string[]
}
export interface FolderCoverage {
  readonly kind: 'texts' | 'pages'
  readonly folder: string
  readonly languages: readonly LanguageCoverage[]
}

/**
 * How much of the product is written in each language: texts of sites, mails and documents, and the pages in `content/`. The build asks
 * once and keeps the answer, since neither changes without a build. `repository` is the folder with both in it.
 */
export function measureCoverage(repository: string): FolderCoverage[] {
  const texts = foldersOf(join(repository, 'packages/i18n/texts')).map((folder) => {
    const english = flattenTexts(readTexts(folder, defaultLanguage))
    return coverageOf('texts', folder, (language) => ({
      wanted: [...wantedIn(language, english).keys()],
      own: new Set(flattenTexts(readTexts(folder, language)).keys()),
    }))
  })
  return [...texts, ...measurePages(join(repository, 'content'))]
}

/** The same of articles alone: a folder for each language, in it a folder for each section. */
export function measurePages(content: string): FolderCoverage[] {
  return foldersOf(join(content, defaultLanguage)).map((folder) => {
    const wanted = pagesIn(join(content, defaultLanguage, folder))
    return coverageOf('pages', folder, (language) => ({
      wanted,
      own: new Set(pagesIn(join(content, language, folder))),
    }))
  })
}

function coverageOf(
  kind: FolderCoverage['kind'],
  folder: string,
  read: (language: Language) => { wanted: readonly string[]; own: ReadonlySet<string> },
): FolderCoverage {
  return {
    kind,
    folder,
    languages: languages.map((language) => {
      const { wanted, own } = read(language)
      const missing = wanted.filter((one) => !own.has(one))
      return { language, wanted: wanted.length, translated: wanted.length - missing.length, missing }
    }),
  }
}

function foldersOf(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

function pagesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mdx'))
    .map((name) => name.slice(0, -'.mdx'.length))
    .toSorted()
}
