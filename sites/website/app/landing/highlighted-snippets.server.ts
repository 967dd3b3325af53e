import { highlight } from '@bollard/content/highlight'
import { snippetsFor } from './snippets.ts'

export interface Snippet {
  file: string
  code: string
  /** Lines of safe HTML whose tokens carry classes, never inline styles: the content policy forbids those. */
  html: string
}
export type Snippets = Readonly<Record<'html' | 'node' | 'php' | 'python', Snippet>>

const made = new Map<string, Promise<Snippets>>()

/** The snippets of the landing page for one API origin; highlighted once per process. */
export function highlightedSnippets(api: string): Promise<Snippets> {
  const known = made.get(api)
  if (known) return known
  const fresh = highlightAll(api)
  made.set(api, fresh)
  return fresh
}

async function highlightAll(api: string): Promise<Snippets> {
  const { html, node, php, python } = snippetsFor(api)
  return {
    html: await highlighted(html),
    node: await highlighted(node),
    php: await highlighted(php),
    python: await highlighted(python),
  }
}

async function highlighted({ file, language, code }: Omit<Snippet, 'html'> & { language: string }): Promise<Snippet> {
  return { file, code, html: await highlight(code, language) }
}
