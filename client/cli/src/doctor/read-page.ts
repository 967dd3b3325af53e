/** An element's name and attributes; names in lower case, values with the usual entities resolved. */
export interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** Where it begins and ends in the text. */
  readonly start: number
  readonly end: number
}

const tagOrComment = /<!--[\s\S]*?(?:-->|$)|<([a-zA-Z][a-zA-Z\d-]*)((?:\s+|\/|"[^"]*"|'[^']*'|[^\s"'>/]+)*)>/gu
const attribute = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gu
const raw = /^(?:script|style|textarea|title|noscript)$/u

/** Start tags of an HTML text. What stands in comments, scripts and styles is none. */
export function tagsOf(html: string): Tag[] {
  const tags: Tag[] = []
  tagOrComment.lastIndex = 0
  let found: RegExpExecArray | null
  while ((found = tagOrComment.exec(html)) !== null) {
    const [whole, named = '', inner = ''] = found
    if (named === '') continue
    const name = named.toLowerCase()
    tags.push({ name, attributes: attributesOf(inner), start: found.index, end: found.index + whole.length })
    if (!raw.test(name)) continue
    const close = html.toLowerCase().indexOf(`</${name}`, tagOrComment.lastIndex)
    if (close >= 0) tagOrComment.lastIndex = close
  }
  return tags
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare] of text.matchAll(attribute)) {
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, resolved(double ?? single ?? bare ?? ''))
  }
  return attributes
}

function resolved(text: string): string {
  return text
    .replaceAll(/&(?:#39|apos);/gu, "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
