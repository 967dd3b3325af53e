/** An event of rrweb, as far as this file looks into it. */
export interface ReplayEvent {
  readonly type: number
  readonly data: unknown
  readonly timestamp: number
}
type Fields = Record<string, unknown>

const documentReady = 0
const loaded = 1
const snapshot = 2
const change = 3
const page = 4
/** Kinds of changes that say nothing but what moved, and those with text in them, which are looked at. */
const changes = { mutation: 0, input: 5 } as const
const harmlessChanges = new Set([1, 2, 3, 4, 6, 7, 8, 12, 13, 14, 15])

const typedAttributes = ['value', 'checked', 'selected']
const addresses = ['href', 'src', 'action', 'formaction', 'xlink:href']
/** What a change of an attribute may tell: how something looks, not what it says. */
const harmlessAttributes =
  /^(?:class|style|hidden|open|disabled|aria-(?:expanded|hidden|selected|current|busy)|data-theme|[xydr]|[cr][xy]|width|height|points|transform|viewBox|rel|media|type|lang|dir|role|_cssText|rr_\w+)$/u

/**
 * Takes out of an event what somebody may have typed, whatever rrweb has masked before: every value of an input, every text that came
 * into the page after it was loaded, since it may repeat what was typed, and the query of every address. `mayRepeat` where the whole page may
 * do so already. Null for an event that is not to be kept.
 */
export function redactEvent({ type, data, timestamp }: ReplayEvent, mayRepeat: boolean): ReplayEvent | null {
  if (type === documentReady || type === loaded) return { type, data: {}, timestamp }
  if (!isFields(data)) return null
  if (type === page) return { type, data: { ...data, href: withoutQuery(data['href']) }, timestamp }
  if (type === snapshot) return { type, data: { ...data, node: redactNode(data['node'], mayRepeat) }, timestamp }
  if (type !== change) return null
  const redacted = redactChange(data)
  return redacted === null ? null : { type, data: redacted, timestamp }
}

/** Stars in place of everything but spaces, so that lines keep their length. */
export function starred(text: string): string {
  return text.replaceAll(/\S/gu, '*')
}

function redactChange(data: Fields): Fields | null {
  if (data['source'] === changes.input) return { ...data, text: maskOf(data['text']), isChecked: false }
  if (data['source'] !== changes.mutation) return harmlessChanges.has(Number(data['source'])) ? data : null
  return {
    ...data,
    texts: listOf(data['texts']).map((one) => ({ ...one, value: starredValue(one['value']) })),
    attributes: listOf(data['attributes']).map((one) => ({
      ...one,
      attributes: Object.fromEntries(
        Object.entries(isFields(one['attributes']) ? one['attributes'] : {}).filter(([name]) =>
          harmlessAttributes.test(name),
        ),
      ),
    })),
    adds: listOf(data['adds']).map((one) => ({ ...one, node: redactNode(one['node'], true) })),
  }
}

/** A node with everything in it. `isNew` where it came into the page later: then it tells how it looks, and its texts are starred. */
function redactNode(node: unknown, isNew: boolean): unknown {
  if (!isFields(node)) return node
  const redacted: Fields = { ...node }
  if (isFields(node['attributes'])) redacted['attributes'] = redactAttributes(node['attributes'], isNew)
  if (Array.isArray(node['childNodes'])) {
    // How something looks is not what it says.
    const hasTexts = isNew && node['tagName'] !== 'style'
    redacted['childNodes'] = node['childNodes'].map((child) => redactNode(child, hasTexts))
  }
  if (isNew && typeof node['textContent'] === 'string') redacted['textContent'] = starred(node['textContent'])
  return redacted
}

function redactAttributes(attributes: Fields, isNew: boolean): Fields {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]): [string, unknown][] => {
      if (typedAttributes.includes(name)) return name === 'value' ? [[name, maskOf(value)]] : []
      if (addresses.includes(name)) return [[name, withoutQuery(value)]]
      return !isNew || harmlessAttributes.test(name) ? [[name, value]] : []
    }),
  )
}

/** The same for every text, so that not even its length is told. */
function maskOf(value: unknown): string {
  return typeof value === 'string' && value !== '' ? '***' : ''
}

function starredValue(value: unknown): unknown {
  return typeof value === 'string' ? starred(value) : value
}

function withoutQuery(address: unknown): unknown {
  return typeof address === 'string' ? address.replace(/[?#].*$/su, '') : address
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}
