/** An element: its name, attributes, and text or children. */
export interface Element {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly content: string | readonly (Element | null)[]
}

/** Null, which leaves no trace, for a missing value and for an element without children. */
export function element(
  name: string,
  content: string | number | readonly (Element | null)[] | undefined | null,
  attributes?: Record<string, string>,
): Element | null {
  if (content === undefined || content === null || content === '') return null
  if (typeof content === 'object' && content.every((child) => child === null) && !attributes) return null
  return {
    name,
    content: typeof content === 'number' ? String(content) : content,
    ...(attributes ? { attributes } : {}),
  }
}

/** Writes a document in UTF-8. Characters that XML cannot hold are left out. */
export function writeXml(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}\n`
}

function write({ name, attributes = {}, content }: Element, indent: string): string {
  const start = `${indent}<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escape(value)}"`)
    .join('')}`
  if (typeof content === 'string') return `${start}>${escape(content)}</${name}>`
  const children = content.filter((child) => child !== null)
  return children.length === 0
    ? `${start}/>`
    : `${start}>\n${children.map((child) => write(child, `${indent}  `)).join('\n')}\n${indent}</${name}>`
}

/** Everything but the characters of XML 1.0. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

function escape(text: string): string {
  return text.replaceAll(forbidden, '').replaceAll(/[&<>"]/gu, (character) => `&#${character.charCodeAt(0)};`)
}
