import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** An element of a read document: found by name, never by position. */
export interface Node {
  /** Own text, trimmed; null for an element that has children or nothing at all. */
  readonly text: string | null
  attribute(name: string): string | null
  /** All elements along a path such as `A/B/C`, below this one. */
  all(path: string): Node[]
  /** The text at the end of a path; null when there is none. */
  one(path: string): string | null
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
})

/** Reads an XML text. Throws a SyntaxError for one that is not well formed. */
export function readXml(xml: string): Node {
  const validity = XMLValidator.validate(xml)
  if (validity !== true) throw new SyntaxError(`Not well-formed XML: ${validity.err.msg} in line ${validity.err.line}`)
  return nodeOf(parser.parse(xml))
}

function nodeOf(value: unknown): Node {
  const fields = isRecord(value) ? value : {}
  const text = typeof value === 'string' ? value : fields['#text']
  return {
    text: typeof text === 'string' && text.trim() !== '' ? text.trim() : null,
    attribute(name) {
      const found = fields[`@${name}`]
      return typeof found === 'string' ? found : null
    },
    all(path) {
      const [head = '', ...rest] = path.split('/')
      const found = fields[head]
      const nodes = found === undefined ? [] : (Array.isArray(found) ? found : [found]).map(nodeOf)
      return rest.length === 0 ? nodes : nodes.flatMap((node) => node.all(rest.join('/')))
    },
    one(path) {
      return this.all(path)[0]?.text ?? null
    },
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
