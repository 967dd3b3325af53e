import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@bollard/i18n'
import { readSnippet } from './article/read-snippet.ts'
import { renderArticle, type Rendering } from './article/render-article.ts'

type Given = Parameters<typeof renderArticle>[0]
export interface ArticleCache {
  /** As `renderArticle`. */
  readonly render: (given: Given) => Promise<Rendering>
}

/** Renders everything each time. */
export const noCache: ArticleCache = { render: renderArticle }

/**
 * Keeps renderings in a folder, by the hash of the source, of this package and of the packages it uses. What an article shows of other
 * files is compared on each use. Articles with faults are not kept.
 */
export function createArticleCache(folder: string): ArticleCache {
  const version = versionOfPipeline()
  mkdirSync(folder, { recursive: true })
  return {
    async render(given) {
      const { file, language, source, root, kind } = given
      const hash = createHash('sha256').update([version, file, language, kind, source].join('\0')).digest('hex')
      const place = join(folder, `${hash.slice(0, 32)}.json`)
      const kept = read(place)
      if (kept?.snippets.every(({ file: name, part, code }) => sameCode(readSnippet(root, name, part), code)))
        return kept
      const rendering = await renderArticle(given)
      if (rendering.faults.length === 0) write(place, JSON.stringify(rendering))
      return rendering
    },
  }
}

function sameCode(snippet: ReturnType<typeof readSnippet>, code: string): boolean {
  return !('detail' in snippet) && snippet.code === code
}

/** Written by `write` below, with the version in its name. */
function read(place: string): Rendering | null {
  try {
    return JSON.parse(readFileSync(place, 'utf8')) as Rendering
  } catch {
    return null
  }
}

/** Another process may read it at any moment. */
function write(place: string, text: string): void {
  const draft = `${place}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, place)
}

function versionOfPipeline(): string {
  const hash = createHash('sha256')
  const folder = join(import.meta.dirname, '..')
  const files = [
    ...globSync('src/**/*.ts', { cwd: folder })
      .toSorted()
      .map((file) => join(folder, file)),
    ...languages.flatMap((language) =>
      ['content', 'library-elements'].map((name) => join(folder, `../i18n/texts/${name}/${language}.json`)),
    ),
    join(folder, 'package.json'),
  ]
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex')
}
