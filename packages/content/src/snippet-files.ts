import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { readSnippet } from './article/read-snippet.ts'
import { highlight, isHighlighted } from './highlight.ts'

/** Code to show: what is copied, and the same as lines of safe HTML. */
interface ShownCode {
  readonly code: string
  readonly html: string
}

/** What `import file from './express.mjs?snippet'` gives: a file of the repository and each of its regions by name. */
export interface SnippetFile {
  /** Its path in the repository. */
  readonly file: string
  readonly whole: ShownCode
  readonly regions: Readonly<Record<string, ShownCode>>
}

const query = '?snippet'
const prefix = '\0bollard-snippet:'
/** What a module is goes by its ending, and these are scripts whatever they show. */
const ending = '.js'

/** Highlights examples while a site is built, by the rules of articles' `<Snippet>`: at run time nothing is read and nothing parsed. */
export function snippetFiles(root: string): Plugin {
  return {
    name: 'bollard-snippet-files',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!id.endsWith(query) || importer === undefined) return null
      return prefix + relative(root, resolve(dirname(importer), id.slice(0, -query.length))) + ending
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null
      const file = id.slice(prefix.length, -ending.length)
      this.addWatchFile(join(root, file))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(await readSnippetFile(root, file)))})`
    },
  }
}

/** Reads and highlights one file of the repository. Throws where it doesn't exist, or where a region has no end. */
export async function readSnippetFile(root: string, file: string): Promise<SnippetFile> {
  const regions: Record<string, ShownCode> = {}
  for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(/#region\s+([\w-]+)/gu))
    regions[name] = await shown(root, file, name)
  return { file, whole: await shown(root, file, null), regions }
}

async function shown(root: string, file: string, region: string | null): Promise<ShownCode> {
  const snippet = readSnippet(root, file, region)
  if ('detail' in snippet) throw new Error(snippet.detail)
  const { code, language } = snippet
  return { code, html: await highlight(code, isHighlighted(language) ? language : 'text') }
}
