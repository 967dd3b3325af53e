import type { Nodes } from 'mdast'
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx'
import type { Language } from '@bollard/i18n'
import { addressOf } from './address-of.ts'
import type { Source } from './article.ts'
import { attributesOf } from './attributes.ts'
import { marks } from './marks.ts'
import { operatorFieldIn } from './operator-fields.ts'
import type { ParsedArticle } from './parse-article.ts'
import type { Snippet } from './read-snippet.ts'
import type { Words } from './words.ts'

interface Given {
  readonly parsed: ParsedArticle
  readonly language: Language
  readonly snippetOf: (node: MdxJsxFlowElement) => Snippet | undefined
  readonly words: Words
}

/** The article as Markdown that needs no components: what its author wrote, with title, snippets, and links to the twins of other pages. */
export function writeMarkdown({ parsed, language, snippetOf, words }: Given): string {
  const { front, article, body, tree } = parsed
  // Of the website only articles have a twin; of the documentation all pages.
  const hasTwin = (path: string) => article === null || /^(?:docs:|\/(?:learn|wiki)\/)/u.test(path)
  const write = (node: Nodes): string => {
    switch (node.type) {
      case 'mdxFlowExpression':
      case 'mdxTextExpression': {
        const field = operatorFieldIn(node.value)
        return field === null ? '' : marks.operator(field)
      }
      case 'mdxJsxFlowElement':
        return writeComponent(node)
      case 'link':
        return between(node).replace(
          /\]\(((?:docs:)?\/[^)#\s]+)(#[^)\s]*)?\)$/u,
          (_all, path: string, anchor = '') => `](${addressOf(path, language)}${hasTwin(path) ? '.md' : ''}${anchor})`,
        )
      default:
        return between(node)
    }
  }
  /** The text of the node with what its children have become. */
  const between = (node: Nodes): string => {
    const [begin, end] = rangeOf(node)
    if (!('children' in node)) return body.slice(begin, end)
    let at = begin
    let text = ''
    for (const child of node.children) {
      const [from, to] = rangeOf(child)
      text += body.slice(at, from) + write(child)
      at = to
    }
    return text + body.slice(at, end)
  }
  const inside = (node: MdxJsxFlowElement): string => node.children.map((child) => write(child)).join('\n\n')
  const writeComponent = (node: MdxJsxFlowElement): string => {
    switch (node.name) {
      case 'Note':
      case 'Warning': {
        const text = `**${node.name === 'Note' ? words.note : words.warning}:** ${inside(node)}`
        return text
          .split('\n')
          .map((line) => `> ${line}`.trimEnd())
          .join('\n')
      }
      case 'Tab':
        return `**${attributesOf(node)?.['label'] ?? ''}**\n\n${inside(node)}`
      case 'Snippet': {
        const snippet = snippetOf(node)
        return snippet === undefined ? '' : fenced(snippet)
      }
      case 'When':
        return `${marks.when(attributesOf(node) ?? {})}\n\n${inside(node)}\n\n${marks.end}`
      default:
        return inside(node)
    }
  }
  const text = between(tree)
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim()
  const sources = article === null ? '' : `\n## ${words.sources}\n\n${article.sources.map(sourceLine).join('\n')}\n`
  return `# ${front.title}\n\n${front.description}\n\n${text}\n${sources}`
}

function sourceLine({ name, author, date, address }: Source): string {
  return `- ${author}: [${name}](${address}), ${date}`
}

function fenced({ code, language, file }: Snippet): string {
  const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/gu)].map(([run]) => run.length + 1)))
  return `${fence}${language} ${file.split('/').at(-1) ?? ''}\n${code}\n${fence}`
}

function rangeOf(node: Nodes): [number, number] {
  return [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]
}
