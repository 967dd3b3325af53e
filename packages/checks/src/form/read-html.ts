/** A tag of a page, with what stands in it where nothing of that is a tag. */
export interface Tag {
  /** In lower case. */
  readonly name: string
  readonly isEnd: boolean
  /** Names in lower case; of two with one name the first counts, as in browsers. */
  readonly attributes: ReadonlyMap<string, string>
  /** What a `textarea` holds; empty for all other tags. */
  readonly text: string
}

/** Their content is text and ends with their end tag alone (https://html.spec.whatwg.org/#parsing-html-fragments). */
const rawElements = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes'])
const tagsMax = 50_000

/**
 * The tags of a page, in their order, by the rules of the HTML standard for tags, attributes and comments. No tree is built: which form a
 * control is in needs none. Takes time in proportion to the page, and of a page without end the first 50,000 tags.
 */
export function readTags(html: string): Tag[] {
  const tags: Tag[] = []
  let at = 0
  while (tags.length < tagsMax) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      if (end < 0) break
      at = end + 3
      continue
    }
    const isEnd = html[open + 1] === '/'
    const start = open + (isEnd ? 2 : 1)
    if (!/^[a-z]$/iu.test(html[start] ?? '')) {
      at = open + 1
      continue
    }
    const head = readHead(html, start)
    at = head.end
    const isRaw = !isEnd && rawElements.has(head.name)
    const close = isRaw ? endOf(html, head.name, at) : at
    const text = head.name === 'textarea' && isRaw ? decode(html.slice(at, close)).replace(/^\r?\n/u, '') : ''
    tags.push({ name: head.name, isEnd, attributes: head.attributes, text })
    at = close
  }
  return tags
}

const space = /[\t\n\f\r ]/u

function readHead(html: string, start: number) {
  let at = start
  const until = (stop: RegExp): string => {
    const from = at
    while (at < html.length && !stop.test(html[at] ?? '')) at += 1
    return html.slice(from, at)
  }
  const name = until(/[\t\n\f\r />]/u).toLowerCase()
  const attributes = new Map<string, string>()
  while (at < html.length && html[at] !== '>') {
    if (html[at] === '/' || space.test(html[at] ?? '')) {
      at += 1
      continue
    }
    const first = at
    at += 1
    until(/[\t\n\f\r />=]/u)
    const key = html.slice(first, at).toLowerCase()
    while (space.test(html[at] ?? '')) at += 1
    let value = ''
    if (html[at] === '=') {
      at += 1
      while (space.test(html[at] ?? '')) at += 1
      const quote = html[at]
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1)
        value = html.slice(at + 1, end < 0 ? html.length : end)
        at = end < 0 ? html.length : end + 1
      } else value = until(/[\t\n\f\r >]/u)
    }
    if (!attributes.has(key)) attributes.set(key, decode(value))
  }
  return { name, attributes, end: at + 1 }
}

/** Where the content of a raw element ends; the page's end where nothing ends it. */
function endOf(html: string, name: string, from: number): number {
  const found = new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'giu')
  found.lastIndex = from
  return found.exec(html)?.index ?? html.length
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

/** Undoes references by number and by the few names that software writes into values. */
function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/giu, (whole, ...[decimal, hex, name]) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd'
  })
}
