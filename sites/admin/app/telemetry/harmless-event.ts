/** An event of rrweb. */
export type ReplayEvent = Readonly<{ type: number; data: unknown; timestamp: number }>
type Fields = Record<string, unknown>

const [documentReady, loaded, snapshot, change, page] = [0, 1, 2, 3, 4] as const
/** Kinds of changes that this file looks into, and those that say nothing but what moved or was chosen. */
const changes = { mutation: 0, rule: 8, declaration: 13, adopted: 15 } as const
const plainChanges = new Set([1, 2, 3, 4, 5, 6, 12, 14])

const element = 2
const text = 3
/** What loads, runs or moves on by itself. A `template` with nothing in it takes its place, so that later changes still find its number. */
const strangers =
  /^(?:script|i?frame|frameset|fencedframe|object|embed|applet|portal|base|meta|link|video|audio|source|track|noscript|template|animate.*|set|mpath)$/iu
/** What an element may say of itself. Nothing here holds an address; what is not here is left out, such as every handler. */
const attributes =
  /^(?:class|id|style|hidden|open|disabled|readonly|checked|selected|multiple|type|value|placeholder|title|alt|lang|dir|role|for|name|rows|cols|size|min|max|step|colspan|rowspan|scope|span|start|reversed|width|height|align|valign|label|datetime|aria-[a-z]+|data-[\w.-]+|slot|part|media|viewBox|preserveAspectRatio|xmlns|d|[xyr]|[cr][xy]|[xy][12]|d[xy]|points|transform|fill|stroke|(?:fill|stroke|clip|stop|font|text)-[a-z]+|opacity|offset|gradient[A-Z]\w+|pattern[A-Z]\w+|clipPathUnits|mask|maskUnits|filter|rr_(?:width|height|scrollLeft|scrollTop)|_cssText)$/u
const addresses = new Set(['href', 'xlink:href', 'src'])
/** Images that stand in the recording itself. A picture that is drawn from such an address loads and runs nothing, SVG included. */
const ownImage = /^data:image\/[a-z+.-]+[;,]/iu

/**
 * What may be shown of an event: everything that runs, or that the browser would load from anywhere, is taken out. The frame that shows it
 * runs no scripts and the policy of the page loads nothing from other hosts; with this, it asks for nothing at all. `nonce` is that of
 * the page, without which its policy lets no style in. Null for an event that shows nothing.
 */
export function harmlessEvent(event: unknown, nonce: string): ReplayEvent | null {
  if (!isFields(event) || typeof event['type'] !== 'number' || typeof event['timestamp'] !== 'number') return null
  const { type, timestamp, data } = event as { type: number; timestamp: number; data: unknown }
  if (type === documentReady || type === loaded) return { type, data: {}, timestamp }
  if (!isFields(data)) return null
  if (type === page) {
    const [width, height] = [sizeOf(data['width']), sizeOf(data['height'])]
    return { type, data: { href: '', width, height }, timestamp }
  }
  if (type === snapshot) {
    const { left, top } = isFields(data['initialOffset']) ? data['initialOffset'] : {}
    const initialOffset = { left: Number(left) || 0, top: Number(top) || 0 }
    return { type, data: { node: harmlessNode(data['node'], nonce), initialOffset }, timestamp }
  }
  const changed = type === change ? harmlessChange(data, nonce) : null
  return changed === null ? null : { type, data: changed, timestamp }
}

function harmlessChange(data: Fields, nonce: string): Fields | null {
  switch (data['source']) {
    case changes.mutation:
      return {
        source: changes.mutation,
        removes: data['removes'],
        // A text may be that of a style.
        texts: listOf(data['texts']).map((one) => ({ ...one, value: harmlessCss(one['value']) })),
        attributes: listOf(data['attributes']).map((one) => ({
          ...one,
          attributes: harmlessAttributes(one['attributes'], ''),
        })),
        adds: listOf(data['adds']).map((one) => ({ ...one, node: harmlessNode(asStyle(one['node']), nonce) })),
      }
    case changes.rule:
    case changes.declaration:
    case changes.adopted:
      return deepCss(data) as Fields
    default:
      return plainChanges.has(Number(data['source'])) ? data : null
  }
}

/** A text that is added alone may belong to a style. */
const asStyle = (node: unknown): unknown =>
  isFields(node) && node['type'] === text ? { ...node, textContent: harmlessCss(node['textContent']) } : node

/** A node with everything in it, with those of its fields alone that rrweb builds from. */
function harmlessNode(node: unknown, nonce: string): unknown {
  if (!isFields(node)) return node
  const { isCustom: _runs, ...kept } = node
  if (kept['isStyle'] === true) kept['textContent'] = harmlessCss(kept['textContent'])
  if (node['type'] !== element) return { ...kept, ...childrenOf(node, nonce) }
  const tagName = String(node['tagName'])
  const given = isFields(node['attributes']) ? node['attributes'] : {}
  // A style sheet that was recorded with its page has its text in the link.
  const isSheet = tagName === 'style' || (tagName === 'link' && typeof given['_cssText'] === 'string')
  if (!isSheet && strangers.test(tagName)) {
    const { id, rootId, isShadow } = kept
    return { type: element, tagName: 'template', attributes: {}, childNodes: [], id, rootId, isShadow }
  }
  const shown = harmlessAttributes(given, tagName)
  if (!isSheet) return { ...kept, tagName, attributes: shown, ...childrenOf(node, nonce) }
  const children = listOf(node['childNodes']).map((child) => ({
    ...child,
    textContent: harmlessCss(child['textContent']),
  }))
  return { ...kept, tagName, attributes: nonce === '' ? shown : { ...shown, nonce }, childNodes: children }
}

const childrenOf = ({ childNodes }: Fields, nonce: string): Fields =>
  Array.isArray(childNodes) ? { childNodes: childNodes.map((child) => harmlessNode(child, nonce)) } : {}

function harmlessAttributes(given: unknown, tagName: string): Fields {
  if (!isFields(given)) return {}
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
      if (addresses.has(name)) return addressOf(name, value, tagName)
      return attributes.test(name) ? [[name, deepCss(value)]] : []
    }),
  )
}

/** A link looks like one and leads nowhere; a picture is shown if the recording has it, or a part of a drawing that stands in the page. */
function addressOf(name: string, value: unknown, tagName: string): [string, unknown][] {
  if (typeof value !== 'string') return []
  if (name === 'src') return ownImage.test(value) ? [[name, value]] : []
  if (/^(?:a|area)$/iu.test(tagName)) return [[name, '#']]
  // For the images of a drawing, even a part of the page would be loaded as a page of its own.
  const isShown = /^(?:fe)?image$/iu.test(tagName) ? ownImage.test(value) : tagName !== '' && /^#[\w-]+$/u.test(value)
  return isShown ? [[name, value]] : []
}

/** The same value with every text in it as CSS that loads nothing. */
function deepCss(value: unknown): unknown {
  if (typeof value === 'string') return harmlessCss(value)
  if (Array.isArray(value)) return value.map(deepCss)
  return isFields(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, deepCss(one)])) : value
}

/** A name as CSS may write it: each letter as itself, behind a backslash, or as its number. */
function spelled(name: string): string {
  return [...name]
    .map((letter) => {
      const codes = [letter, letter.toUpperCase()].map((one) => one.charCodeAt(0).toString(16))
      return letter === '-'
        ? String.raw`(?:\\?-|\\0{0,4}2d\s?)`
        : String.raw`(?:\\?${letter}|\\0{0,4}(?:${codes.join('|')})\s?)`
    })
    .join('')
}

const anyOf = (names: readonly string[]): string => names.map(spelled).join('|')
const address = new RegExp(String.raw`(?:${anyOf(['url', 'src'])})\((?!\s*["']?(?:#|data:(?:image|font)/))`, 'giu')
/** These take addresses as plain texts, and several of them. */
const images = new RegExp(String.raw`(?:${anyOf(['image', 'image-set', 'cross-fade'])})\(`, 'giu')
const importing = new RegExp(`@${spelled('import')}`, 'giu')

/** CSS in which nothing is loaded: a function that would do so gets a name that no browser knows. */
function harmlessCss(css: unknown): unknown {
  if (typeof css !== 'string') return css
  return css.replace(address, 'not-loaded(').replace(images, 'not-loaded(').replace(importing, '@not-imported')
}

/** A side of the window, so that no recording makes a page of endless size. */
const sizeOf = (value: unknown): number => Math.min(Math.max(Number(value) || 0, 1), 10_000)

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}
