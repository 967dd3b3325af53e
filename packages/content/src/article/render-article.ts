import type { Language } from '@bollard/i18n'
import type { Nodes } from 'mdast'
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx'
import type { ContentFault } from '../content-fault.ts'
import type { InnerLink, RenderedArticle } from './article.ts'
import { attributesOf } from './attributes.ts'
import { checkArticle } from './check-article.ts'
import { parseArticle } from './parse-article.ts'
import { contentsOf, passagesOf } from './passages.ts'
import { readSnippet, type Snippet } from './read-snippet.ts'
import { renderHtml } from './render-html.ts'
import { wordsByLanguage } from './words.ts'
import { writeMarkdown } from './write-markdown.ts'

interface Given {
  /** Folder of the repository, which `file` and the files of snippets are in. */
  readonly root: string
  readonly file: string
  readonly language: Language
  readonly source: string
}

export interface Rendering {
  readonly article: RenderedArticle
  readonly faults: readonly ContentFault[]
  /** What the article shows of other files, to tell when it has to be rendered anew. */
  readonly snippets: readonly UsedSnippet[]
}
export interface UsedSnippet {
  readonly file: string
  readonly part: string | null
  readonly code: string
}

/** An article from its source. With faults the result is incomplete and must not be shown. */
export async function renderArticle({ root, file, language, source }: Given): Promise<Rendering> {
  const { parsed, faults } = parseArticle(file, source)
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
  const snippetOf = (node: MdxJsxFlowElement) => found.get(node)
  return {
    article: {
      ...front,
      html: await renderHtml({ tree, language, snippetOf, words }),
      markdown: writeMarkdown({ parsed, language, snippetOf, words }),
      contents: contentsOf(tree),
      passages: passagesOf(tree),
      links: linksIn(tree),
    },
    faults: [...faults, ...checkArticle(file, tree), ...missing, ...linkFaults(file, tree)],
    snippets: used,
  }
}

function linksIn(tree: Nodes): InnerLink[] {
  return nodesIn(tree).flatMap((node) =>
    node.type === 'link' && /^(?:\/(?!\/)|#)/u.test(node.url)
      ? [{ href: node.url, line: node.position?.start.line ?? 1 }]
      : [],
  )
}

/** Links are addresses of the site without a language, anchors, or complete addresses: nothing that depends on where a file lies. */
function linkFaults(file: string, tree: Nodes): ContentFault[] {
  return nodesIn(tree).flatMap((node) => {
    if (node.type !== 'link' || /^(?:\/(?!\/)|#|https?:\/\/|mailto:)/u.test(node.url)) return []
    return [{ code: 'link-invalid', file, line: node.position?.start.line ?? 1, detail: node.url } as const]
  })
}

function nodesIn(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesIn) : [])]
}
