import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@bollard/i18n'
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { ContentsEntry } from './article/article.ts'
import { plainText } from './article/plain-text.ts'
import { contentsOf } from './article/passages.ts'
import { renderHtml } from './article/render-html.ts'
import { wordsByLanguage } from './article/words.ts'

/** A file of plain Markdown, without its title. */
export interface MarkdownDocument {
  readonly html: string
  readonly markdown: string
  readonly contents: readonly ContentsEntry[]
  /** What stands below each heading of the second level, in order. */
  readonly parts: readonly { readonly anchor: string; readonly title: string; readonly html: string }[]
}

/** Links to files of the repository lead nowhere on a page; their words stay. */
function unlinkFiles(parent: Nodes): void {
  if (!('children' in parent)) return
  const children = parent.children as Nodes[]
  for (const [index, child] of children.entries()) {
    unlinkFiles(child)
    if (child.type === 'link' && !/^(?:https?:|mailto:|#)/u.test(child.url))
      children.splice(index, 1, { type: 'text', value: plainText(child) })
  }
}

/** Renders Markdown of the repository that is no article, such as the changelog. HTML in it is left out. */
export async function renderMarkdown(root: string, file: string, language: Language): Promise<MarkdownDocument> {
  const markdown = readFileSync(join(root, file), 'utf8')
  const tree = fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  unlinkFiles(tree)
  const body: Root = {
    ...tree,
    children: tree.children.filter((node) => !(node.type === 'heading' && node.depth === 1)),
  }
  const render = (children: Root['children']) =>
    renderHtml({ tree: { ...tree, children }, language, snippetOf: () => undefined, words: wordsByLanguage[language] })
  const contents = contentsOf(body)
  const titles = contents.filter(({ level }) => level === 2)
  const starts = body.children.flatMap((node, index) => (node.type === 'heading' && node.depth === 2 ? [index] : []))
  const parts = await Promise.all(
    titles.map(async ({ anchor, text }, index) => ({
      anchor,
      title: text,
      html: await render(body.children.slice((starts[index] ?? 0) + 1, starts[index + 1])),
    })),
  )
  return { html: await render(body.children), markdown, contents, parts }
}
