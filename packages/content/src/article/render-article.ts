import type { Language } from '@bollard/i18n'
import type { Nodes, Root } from 'mdast'
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx'
import type { ContentFault } from '../content-fault.ts'
import type { ArticleDetails, InnerLink, LegalDetails, RenderedArticle } from './article.ts'
import { attributesOf } from './attributes.ts'
import { checkArticle } from './check-article.ts'
import { isOperatorField, operatorFieldIn } from './operator-fields.ts'
import { type ParsedArticle, parseArticle } from './parse-article.ts'
import { contentsOf, passagesOf } from './passages.ts'
import { plainText } from './plain-text.ts'
import { readSnippet, type Snippet } from './read-snippet.ts'
import { renderHtml } from './render-html.ts'
import type { TextKind } from './text-kind.ts'
import { wordsByLanguage } from './words.ts'
import { writeMarkdown } from './write-markdown.ts'

interface Given {
  /** Folder of the repository, which `file` and the files of snippets are in. */
  readonly root: string
  readonly file: string
  readonly language: Language
  readonly source: string
  readonly kind: TextKind
}

export interface Rendering {
  readonly article: RenderedArticle
  readonly faults: readonly ContentFault[]
  /** What should be better and ends no build. */
  readonly warnings: readonly ContentFault[]
  /** What the article shows of other files, to tell when it has to be rendered anew. */
  readonly snippets: readonly UsedSnippet[]
}
export interface UsedSnippet {
  readonly file: string
  readonly part: string | null
  readonly code: string
}

/** An article from its source. With faults the result is incomplete and must not be shown. */
export async function renderArticle({ root, file, language, source, kind }: Given): Promise<Rendering> {
  const { parsed, faults } = parseArticle(file, source, kind)
  const { front, tree } = parsed
  const words = wordsByLanguage[language]
  const found = new Map<Nodes, Snippet>()
  const used: UsedSnippet[] = []
  const missing: ContentFault[] = []
  for (const node of nodesIn(tree)) {
    if (node.type !== 'mdxJsxFlowElement' || node.name !== 'Snippet') continue
    const { file: name, part = null } = attributesOf(node) ?? {}
    if (!name) continue
    const snippet = readSnippet(root, name, part)
    if ('detail' in snippet)
      missing.push({ code: snippet.code, file, line: node.position?.start.line ?? 1, detail: snippet.detail })
    else {
      found.set(node, snippet)
      used.push({ file: name, part, code: snippet.code })
    }
  }
  const details = detailsOf(parsed)
  const snippetOf = (node: MdxJsxFlowElement) => found.get(node)
  return {
    article: {
      ...front,
      html: await renderHtml({ tree, language, snippetOf, words }),
      markdown: writeMarkdown({ parsed, language, snippetOf, words }),
      contents: contentsOf(tree),
      passages: passagesOf(tree),
      links: linksIn(tree),
      details,
      legal: legalOf(parsed),
    },
    faults: [
      ...faults,
      ...checkArticle(file, tree, kind),
      ...missing,
      ...linkFaults(file, tree, kind),
      ...(details === null ? [] : lengthFaults(file, language, details.words)),
      ...(details === null ? [] : partFaults(file, tree)),
    ],
    warnings: details === null ? [] : answerWarnings(file, tree),
    snippets: used,
  }
}

function linksIn(tree: Nodes): InnerLink[] {
  return nodesIn(tree).flatMap((node) =>
    node.type === 'link' && /^(?:(?:docs:)?\/(?!\/)|#)/u.test(node.url)
      ? [{ href: node.url, line: node.position?.start.line ?? 1 }]
      : [],
  )
}

/** Links are addresses of the site without a language, anchors, or complete addresses: nothing that depends on where a file lies. */
function linkFaults(file: string, tree: Nodes, kind: TextKind): ContentFault[] {
  return nodesIn(tree).flatMap((node) => {
    if (node.type !== 'link' || /^(?:\/(?!\/)|#|https?:\/\/|mailto:)/u.test(node.url)) return []
    if (kind !== 'guide' && /^docs:\/(?!\/)/u.test(node.url)) return []
    return [{ code: 'link-invalid', file, line: node.position?.start.line ?? 1, detail: node.url } as const]
  })
}

function detailsOf({ article, tree }: ParsedArticle): ArticleDetails | null {
  return article === null ? null : { ...article, words: wordsIn(tree), part: partsIn(tree)[0]?.name ?? '' }
}

function legalOf({ legal, tree }: ParsedArticle): LegalDetails | null {
  return legal === null ? null : { ...legal, needs: [...new Set(neededFields(tree))].filter(isOperatorField) }
}

/** The fields of the operator that stand outside of what may be left out. */
function neededFields(node: Nodes): string[] {
  if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression')
    return [operatorFieldIn(node.value) ?? ''].filter((field) => field !== '')
  if (!('children' in node) || (node.type === 'mdxJsxFlowElement' && node.name === 'When')) return []
  return node.children.flatMap(neededFields)
}

/** In the languages that articles are written for first; in others they may be shorter. */
const wordsMin: Partial<Record<Language, number>> = { en: 900, de: 900 }
/** Longer answers are none to somebody who only wants to know. */
const answerWordsMax = 60

const wordsIn = (node: Nodes): number => plainText(node).match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)?.length ?? 0

function lengthFaults(file: string, language: Language, words: number): ContentFault[] {
  const needed = wordsMin[language] ?? 0
  return words >= needed
    ? []
    : [{ code: 'text-too-short', file, line: 1, detail: `${words} words; ${needed} are needed` }]
}

function partsIn(tree: Root): { readonly name: string; readonly line: number }[] {
  return nodesIn(tree).flatMap((node) =>
    node.type === 'mdxJsxFlowElement' && node.name === 'Part'
      ? [{ name: attributesOf(node)?.['name'] ?? '', line: node.position?.start.line ?? 1 }]
      : [],
  )
}

function partFaults(file: string, tree: Root): ContentFault[] {
  const [first, ...others] = partsIn(tree)
  if (first === undefined) return [{ code: 'part-missing', file, line: 1, detail: 'one <Part name="…" /> is needed' }]
  return others.map(({ name, line }) => ({ code: 'part-twice', file, line, detail: name }))
}

function answerWarnings(file: string, tree: Root): ContentFault[] {
  const answer = tree.children.find(({ type }) => type === 'paragraph')
  const words = answer === undefined ? 0 : wordsIn(answer)
  if (words <= answerWordsMax) return []
  const detail = `the first paragraph has ${words} words; ${answerWordsMax} are enough to answer the title`
  return [{ code: 'answer-too-long', file, line: answer?.position?.start.line ?? 1, detail }]
}

function nodesIn(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesIn) : [])]
}
