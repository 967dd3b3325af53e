import { createHighlighter, type ThemeRegistrationRaw } from 'shiki'
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
  const fresh = highlight(api)
  made.set(api, fresh)
  return fresh
}

/** Each colour stands for one of our tokens; the class of that token is what reaches the page. */
const classOfColour: Readonly<Record<string, string>> = {
  '#000001': 'text-code-keyword',
  '#000002': 'text-code-string',
  '#000003': 'text-code-muted',
}
const theme: ThemeRegistrationRaw = {
  name: 'bollard',
  type: 'dark',
  fg: '#000000',
  bg: '#ffffff',
  settings: [
    { scope: ['keyword', 'storage', 'entity.name.tag', 'constant.language'], settings: { foreground: '#000001' } },
    { scope: ['string', 'constant.numeric'], settings: { foreground: '#000002' } },
    { scope: ['comment', 'punctuation.definition.comment'], settings: { foreground: '#000003' } },
  ],
}

async function highlight(api: string): Promise<Snippets> {
  const highlighter = await createHighlighter({ themes: [theme], langs: ['html', 'javascript', 'php', 'python'] })
  const render = ({
    file,
    language,
    code,
  }: {
    file: string
    language: 'html' | 'javascript' | 'php' | 'python'
    code: string
  }): Snippet => {
    const lines = highlighter.codeToTokensBase(code, { lang: language, theme })
    const html = lines
      .map(
        (tokens) =>
          `<span class="line">${tokens.map(({ content, color }) => token(content, classOfColour[(color ?? '').toLowerCase()])).join('')}</span>`,
      )
      .join('\n')
    return { file, code, html }
  }
  const { html, node, php, python } = snippetsFor(api)
  const snippets = { html: render(html), node: render(node), php: render(php), python: render(python) }
  highlighter.dispose()
  return snippets
}

function token(content: string, className: string | undefined): string {
  const safe = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return className === undefined ? safe : `<span class="${className}">${safe}</span>`
}
