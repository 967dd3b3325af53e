import type { Element, ElementContent, Properties } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { fillText, type Language } from '@bollard/i18n'
import type { Code, Heading, Link, Nodes, Root, Table } from 'mdast'
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx'
import { defaultHandlers, type Handlers, type State, toHast } from 'mdast-util-to-hast'
import { escapeHtml } from '../escape-html.ts'
import { highlight, isHighlighted } from '../highlight.ts'
import { addressOf } from './address-of.ts'
import { anchorsOf } from './anchors.ts'
import { attributesOf } from './attributes.ts'
import { marks } from './marks.ts'
import { operatorFieldIn } from './operator-fields.ts'
import { plainText } from './plain-text.ts'
import type { Snippet } from './read-snippet.ts'
import type { Words } from './words.ts'

interface Given {
  readonly tree: Root
  readonly language: Language
  readonly snippetOf: (node: MdxJsxFlowElement) => Snippet | undefined
  readonly words: Words
}

/** The body of an article as HTML. What authors write is text everywhere; markup comes only from here. */
export async function renderHtml({ tree, language, snippetOf, words }: Given): Promise<string> {
  const blocks = await highlightAll(tree, snippetOf)
  const anchors = new Map<Nodes, string>(anchorsOf(tree).map(({ heading, anchor }) => [heading, anchor]))
  let heading = ''
  let groups = 0
  const handlers: Handlers = {
    heading(state: State, node: Heading): Element {
      heading = plainText(node)
      const anchor = anchors.get(node) ?? ''
      const link = element('a', { href: `#${anchor}`, className: ['prose-anchor'] }, [
        element('span', { ariaHidden: 'true' }, [text('#')]),
        element('span', { className: ['sr-only'] }, [text(fillText(words.linkTo, { heading }))]),
      ])
      return element('div', { className: ['prose-heading'] }, [
        element(`h${node.depth}`, { id: anchor, tabIndex: -1 }, state.all(node)),
        link,
      ])
    },
    link(state: State, node: Link): Element {
      return element('a', { href: addressOf(node.url, language) }, state.all(node))
    },
    table(state: State, node: Table): Element {
      const table = defaultHandlers.table(state, node)
      const name = fillText(words.table, { heading })
      return element('div', { className: ['prose-table', 'scroll-row'], role: 'group', ariaLabel: name, tabIndex: 0 }, [
        table,
      ])
    },
    code: (_state: State, node: Code) => raw(blocks.get(node) ?? ''),
    html: () => undefined,
    mdxFlowExpression: (_state: State, node: { value: string }) => operatorText(node.value),
    mdxTextExpression: (_state: State, node: { value: string }) => operatorText(node.value),
    mdxJsxFlowElement(state: State, node: MdxJsxFlowElement): ElementContent | ElementContent[] | undefined {
      switch (node.name) {
        case 'Note':
        case 'Warning': {
          const title = node.name === 'Note' ? words.note : words.warning
          return element('div', { className: ['prose-note'], role: 'note', 'data-kind': node.name.toLowerCase() }, [
            element('p', { className: ['prose-note-title'] }, [text(title)]),
            ...state.all(node),
          ])
        }
        case 'Steps':
          return element('div', { className: ['prose-steps'] }, state.all(node))
        case 'Tabs':
          groups += 1
          return tabs(state, node, `tabs-${groups}`)
        case 'Snippet':
          return raw(blocks.get(node) ?? '')
        case 'Part':
          return raw(marks.part(attributesOf(node)?.['name'] ?? ''))
        case 'When':
          return [raw(marks.when(attributesOf(node) ?? {})), ...state.all(node), raw(marks.end)]
        default:
          return undefined
      }
    },
  }
  /** Radio buttons: the checked one decides which panel shows, without any script. */
  const tabs = (state: State, node: MdxJsxFlowElement, name: string): Element => {
    const panels = node.children.filter((child) => child.type === 'mdxJsxFlowElement')
    const choices = panels.map((panel, index) =>
      element('label', {}, [
        element('input', { type: 'radio', name, className: ['sr-only'], checked: index === 0, autoComplete: ['off'] }),
        text(attributesOf(panel)?.['label'] ?? ''),
      ]),
    )
    return element('div', { className: ['prose-tabs'] }, [
      element('fieldset', {}, [
        element('legend', { className: ['sr-only'] }, [text(`${words.tabs}: ${heading}`)]),
        ...choices,
      ]),
      ...panels.map((panel) => element('div', { 'data-panel': '' }, state.all(panel))),
    ])
  }
  const hast = toHast(tree, { handlers, allowDangerousHtml: true })
  return toHtml(hast, { allowDangerousHtml: true })

  /** Code blocks of the page as HTML; highlighting is the one thing that has to be awaited. */
  async function highlightAll(
    node: Nodes,
    find: Given['snippetOf'],
    found = new Map<Nodes, string>(),
  ): Promise<Map<Nodes, string>> {
    if (node.type === 'code') {
      const title = node.lang === 'diff' ? null : (node.meta ?? null)
      found.set(node, await codeBlock({ code: node.value, language: node.lang ?? 'text', title }, words))
    } else if (node.type === 'mdxJsxFlowElement' && node.name === 'Snippet') {
      const snippet = find(node)
      if (snippet !== undefined)
        found.set(node, await codeBlock({ ...snippet, title: snippet.file.split('/').at(-1) ?? null }, words))
    } else if ('children' in node) for (const child of node.children) await highlightAll(child, find, found)
    return found
  }
}

/** The same markup as `CodeBlock` of the design system, which the page's small script and styles serve. */
async function codeBlock(
  { code, language, title }: { code: string; language: string; title: string | null },
  words: Words,
): Promise<string> {
  const lines = await highlight(code, isHighlighted(language) ? language : 'text')
  const isLong = code.includes('\n')
  return [
    '<figure class="prose-code" data-slot="code-block">',
    `<figcaption><span>${escapeHtml(title ?? '')}</span>`,
    `<button type="button" data-copy="${escapeHtml(code)}" data-needs-js>`,
    `<span data-before>${escapeHtml(words.copy)}</span><span data-after aria-live="polite">${escapeHtml(words.copied)}</span></button></figcaption>`,
    `<pre tabindex="0"${isLong ? ' class="code-lines"' : ''}><code>${lines}</code></pre></figure>`,
  ].join('')
}

function element(tagName: string, properties: Properties, children: ElementContent[] = []): Element {
  return { type: 'element', tagName, properties, children }
}

const text = (value: string): ElementContent => ({ type: 'text', value })
const raw = (value: string): ElementContent => ({ type: 'raw', value }) as unknown as ElementContent

/** Where a legal text names the operator; comments are left out. */
function operatorText(expression: string): ElementContent | undefined {
  const field = operatorFieldIn(expression)
  return field === null ? undefined : text(marks.operator(field))
}
