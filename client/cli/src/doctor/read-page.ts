import { endOfTag } from '../end-of-tag.ts'

/** An element's name and attributes; names in lower case, values with the usual entities resolved. */
export interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

const attribute = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gu
/** Elements whose content is text. */
const raw = /^(?:script|style|textarea|title|noscript)$/u

/** Start tags of an HTML text. What stands in comments, scripts and styles is none. */
export function tagsOf(html: string): Tag[] {
  const tags: Tag[] = []
  const lower = html.toLowerCase()
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at)
      if (end < 0) break
      at = end + 3
      continue
    }
    const name = /^[a-z][a-z\d-]*/u.exec(lower.slice(at + 1, at + 60))?.[0]
    const end = name === undefined ? null : endOfTag(html, at)
    if (name === undefined || end === null) {
      at++
      // Nothing behind an open quote can be a tag.
      if (end === null && name !== undefined) break
      continue
    }
    tags.push({ name, attributes: attributesOf(html.slice(at + 1 + name.length, end - 1)) })
    const close = raw.test(name) ? lower.indexOf(`</${name}`, end) : -1
    if (raw.test(name) && close < 0) break
    at = close < 0 ? end : close + 2
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
