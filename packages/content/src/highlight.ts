import {
  type BundledLanguage,
  bundledLanguages,
  createHighlighter,
  type Highlighter,
  type ThemeRegistrationRaw,
} from 'shiki'
import { escapeHtml } from './escape-html.ts'

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
    {
      scope: ['keyword', 'storage', 'entity.name.tag', 'constant.language'],
      settings: { foreground: '#000001' },
    },
    { scope: ['string', 'constant.numeric', 'markup.inserted'], settings: { foreground: '#000002' } },
    { scope: ['comment', 'punctuation.definition.comment', 'markup.deleted'], settings: { foreground: '#000003' } },
  ],
}

/** What is shown as it is. */
const plain = new Set(['', 'text', 'txt', 'plain'])

/** Whether `highlight` knows the language. */
export function isHighlighted(language: string): boolean {
  return plain.has(language) || language in bundledLanguages
}

let made: Promise<Highlighter> | null = null

/**
 * Lines of safe HTML, each an element with the class `line`. Tokens carry classes of our colours and no style, which content policies
 * would forbid. Throws for a language that `isHighlighted` denies.
 */
export async function highlight(code: string, language: string): Promise<string> {
  if (plain.has(language))
    return code
      .split('\n')
      .map((line) => `<span class="line">${escapeHtml(line)}</span>`)
      .join('\n')
  if (!(language in bundledLanguages)) throw new Error(`"${language}" is no language of the highlighter`)
  made ??= createHighlighter({ themes: [theme], langs: [] })
  const highlighter = await made
  const lang = language as BundledLanguage
  await highlighter.loadLanguage(lang)
  return highlighter
    .codeToTokensBase(code, { lang, theme })
    .map((tokens) => `<span class="line">${tokens.map(({ content, color }) => token(content, color)).join('')}</span>`)
    .join('\n')
}

/** Frees what the highlighter holds; the next call of `highlight` makes another. */
export async function closeHighlighter(): Promise<void> {
  const open = made
  made = null
  ;(await open)?.dispose()
}

function token(content: string, colour: string | undefined): string {
  const className = classOfColour[(colour ?? '').toLowerCase()]
  const safe = escapeHtml(content)
  return className === undefined ? safe : `<span class="${className}">${safe}</span>`
}
