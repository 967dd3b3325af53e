import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { mdxExpressionFromMarkdown } from 'mdast-util-mdx-expression'
import { mdxJsxFromMarkdown } from 'mdast-util-mdx-jsx'
import { gfmTable } from 'micromark-extension-gfm-table'
import { mdxExpression } from 'micromark-extension-mdx-expression'
import { mdxJsx } from 'micromark-extension-mdx-jsx'
import { mdxMd } from 'micromark-extension-mdx-md'
import type { ContentFault } from '../content-fault.ts'
import type { ArticleFront, LegalFront } from './article.ts'
import { type FrontMatter, readFrontMatter } from './read-front-matter.ts'
import type { TextKind } from './text-kind.ts'

export interface ParsedArticle {
  readonly front: FrontMatter
  /** Null for what is no article of the website, or no legal text. */
  readonly article: ArticleFront | null
  readonly legal: LegalFront | null
  /** The file without its front matter; positions in the tree are positions in it, and lines are those of the file. */
  readonly body: string
  readonly tree: Root
}

/** Reads MDX without running anything of it: components and comments become nodes, and no JavaScript is understood. */
export function parseArticle(
  file: string,
  source: string,
  kind: TextKind,
): { parsed: ParsedArticle; faults: ContentFault[] } {
  const { faults, ...read } = readFrontMatter(file, source.replaceAll('\r\n', '\n'), kind)
  try {
    return { parsed: { ...read, tree: treeOf(read.body) }, faults }
  } catch (error) {
    const { line, reason } = placeOf(error)
    const fault = { code: 'syntax-invalid', file, line, detail: reason } as const
    return { parsed: { ...read, tree: { type: 'root', children: [] } }, faults: [...faults, fault] }
  }
}

function treeOf(body: string): Root {
  const tree = fromMarkdown(body, {
    extensions: [gfmTable(), mdxJsx(), mdxExpression(), mdxMd()],
    mdastExtensions: [gfmTableFromMarkdown(), mdxJsxFromMarkdown(), mdxExpressionFromMarkdown()],
  })
  unravel(tree)
  return tree
}

/** A component alone in its paragraph is a block, as everywhere in MDX. */
function unravel(parent: Root | Root['children'][number]): void {
  if (!('children' in parent)) return
  const children = parent.children as Root['children']
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at]
    if (child === undefined) continue
    if (child.type === 'paragraph' && child.children.every(isComponentOrBlank) && child.children.some(isComponent)) {
      const blocks = child.children.filter(isComponent).map((one) => ({ ...one, type: 'mdxJsxFlowElement' }))
      children.splice(at, 1, ...(blocks as Root['children']))
      at -= 1
    } else unravel(child)
  }
}

const isComponent = ({ type }: { type: string }): boolean => type === 'mdxJsxTextElement'
const isComponentOrBlank = (node: { type: string; value?: unknown }): boolean =>
  isComponent(node) || (node.type === 'text' && typeof node.value === 'string' && node.value.trim() === '')

function placeOf(error: unknown): { line: number; reason: string } {
  if (typeof error !== 'object' || error === null || !('reason' in error)) throw error
  const reason = String(error.reason)
  // A component without an end is told of by where it begins, in words.
  const [, begun] = /\((\d+):\d+-\d+:\d+\)/u.exec(reason) ?? []
  return { line: 'line' in error && typeof error.line === 'number' ? error.line : Number(begun ?? 1), reason }
}
