import { XMLParser } from 'fast-xml-parser'

/** A part of a line in one style. */
export interface Span {
  readonly text: string
  readonly isBold: boolean
}
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  /** An entry of a list: how deep it is, from 0, and what stands before it. */
  | { readonly kind: 'item'; readonly depth: number; readonly marker: string; readonly spans: readonly Span[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Cell[])[] }
export interface Cell {
  readonly spans: readonly Span[]
  readonly isHead: boolean
  /** Figures stand at the end of their column. */
  readonly isAtEnd: boolean
}

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (Element | string)[]
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  unpairedTags: ['br'],
})

/**
 * The blocks of a text that the content pipeline made: headings, paragraphs, lists, tables, strong words and links, whose address follows
 * in brackets where the words don't name it. Throws an error for any other element: a contract must not lose a word.
 */
export function readBlocks(html: string): Block[] {
  return blocksOf(elementsOf(parser.parse(`<text>${html.replaceAll(/<!--.*?-->/gsu, '')}</text>`))[0], 0)
}

function blocksOf(parent: Element | string | undefined, depth: number): Block[] {
  if (parent === undefined || typeof parent === 'string') return []
  return parent.children.flatMap((child): Block[] => {
    if (typeof child === 'string') {
      if (child.trim() !== '') throw new Error(`A text has words outside of its blocks: "${child.trim()}"`)
      return []
    }
    switch (child.name) {
      case 'div':
        // The link beside a heading is for the page.
        return blocksOf({ ...child, children: child.children.filter((one) => !isAnchor(one)) }, depth)
      case 'h2':
      case 'h3':
        return [{ kind: 'heading', level: Number(child.name.slice(1)), spans: spansOf(child) }]
      case 'p':
        return [{ kind: 'paragraph', spans: spansOf(child) }]
      case 'ul':
      case 'ol':
        return itemsOf(child, depth)
      case 'table':
        return [{ kind: 'table', rows: rowsOf(child) }]
      default:
        throw new Error(`A PDF cannot show <${child.name}>`)
    }
  })
}

const isAnchor = (node: Element | string): boolean =>
  typeof node !== 'string' && node.attributes['class'] === 'prose-anchor'

function itemsOf(list: Element, depth: number): Block[] {
  return elementsIn(list, 'li').flatMap((item, index): Block[] => {
    const isInner = (node: Element | string) => typeof node !== 'string' && /^(?:ul|ol)$/u.test(node.name)
    const spans = spansOf({ ...item, children: item.children.filter((node) => !isInner(node)) })
    const marker = list.name === 'ol' ? `${index + 1}.` : '•'
    const inner = blocksOf({ ...item, children: item.children.filter(isInner) }, depth + 1)
    return [{ kind: 'item', depth, marker, spans }, ...inner]
  })
}

function rowsOf(table: Element): Cell[][] {
  return ['thead', 'tbody']
    .flatMap((part) => elementsIn(table, part))
    .flatMap((part) => elementsIn(part, 'tr'))
    .map((row) =>
      [...row.children].flatMap((cell): Cell[] =>
        typeof cell === 'string'
          ? []
          : [{ spans: spansOf(cell), isHead: cell.name === 'th', isAtEnd: cell.attributes['align'] === 'right' }],
      ),
    )
}

const inline: ReadonlySet<string> = new Set(['p', 'strong', 'em', 'a', 'code', 'br'])

function spansOf(node: Element, isBold = false): Span[] {
  const spans = node.children.flatMap((child): Span[] => {
    if (typeof child === 'string') return [{ text: child.replaceAll(/[\t\r\n ]+/gu, ' '), isBold }]
    if (!inline.has(child.name)) throw new Error(`A line of a PDF cannot show <${child.name}>`)
    if (child.name === 'br') return [{ text: '\n', isBold }]
    const inside = spansOf(child, isBold || child.name === 'strong')
    const address = child.attributes['href']?.replace(/^mailto:/u, '')
    if (address === undefined || !/^https?:/u.test(address) || inside.some(({ text }) => text === address))
      return inside
    return [...inside, { text: ` (${address})`, isBold }]
  })
  return spans.filter(({ text }) => text !== '')
}

function elementsIn(node: Element, name: string): Element[] {
  return node.children.filter((child): child is Element => typeof child !== 'string' && child.name === name)
}

/** The parser's own form: each node is an object with its name as the key, beside `:@` with the attributes. */
function elementsOf(nodes: unknown): (Element | string)[] {
  if (!Array.isArray(nodes)) return []
  return nodes.flatMap((node: Record<string, unknown>): (Element | string)[] => {
    const [name] = Object.keys(node).filter((key) => key !== ':@')
    if (name === undefined) return []
    if (name === '#text') return [String(node[name])]
    const attributes = (node[':@'] ?? {}) as Record<string, string>
    return [{ name, attributes, children: elementsOf(node[name]) }]
  })
}
