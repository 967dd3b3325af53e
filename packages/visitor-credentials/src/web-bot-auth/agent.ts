import type { ComponentDescriptor } from 'http-message-sig'
import { type BareItem, isInnerList, parseDictionary, parseItem, Token } from 'structured-headers'

/** What `Signature-Agent` says to one signature: not covered by it, or covered with the agent's address, null where there is none to trust. */
export type CoveredAgent = { readonly covered: false } | { readonly covered: true; readonly agent: string | null }

const fieldName = 'signature-agent'
/** Ways to publish keys. All others must be ignored (draft-ietf-webbotauth-httpsig-protocol, "Signature-Agent"). */
const knownTypes: ReadonlySet<string> = new Set(['directory', 'jwks_uri', 'cimd'])

/**
 * The one spelling under which an agent's address is compared: an origin, or origin and path, without query and fragment
 * (draft-ietf-webbotauth-httpsig-protocol, "Key Distribution and Discovery"). Null when it is no `https` address.
 */
export function agentUrl(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  return url.pathname === '/' ? url.origin : url.origin + url.pathname
}

/**
 * Finds the member of `Signature-Agent` that a signature covers.
 * @param header the field as sent; undefined when it was not
 * @param label of the signature
 * @param components what the signature covers
 * @throws an error of structured-headers when the field cannot be read
 */
export function coveredAgent(
  header: string | undefined,
  label: string,
  components: readonly ComponentDescriptor[],
): CoveredAgent {
  if (header === undefined) return { covered: true, agent: null }
  const parts = components.filter((component) => component.name === fieldName)
  const whole = parts.some((component) => component.parameters['key'] === undefined)
  if (header.trimStart().startsWith('"')) return legacyAgent(header, whole)

  const members = parseDictionary(header)
  const keys = whole
    ? [...members.keys()]
    : parts.flatMap(({ parameters: { key } }) => (typeof key === 'string' ? [key] : []))
  if (keys.length === 0) return { covered: false }
  // The member that bears the label of the signature; drafts before 05 let its name differ, which is clear only if it is alone.
  const name = keys.includes(label) ? label : keys.length === 1 ? keys[0] : undefined
  const member = name === undefined ? undefined : members.get(name)
  if (member === undefined || isInnerList(member)) return { covered: true, agent: null }
  const type = member[1].get('type')
  return { covered: true, agent: isKnownType(type) ? addressOf(member[0]) : null }
}

/** The form of the drafts before 04, one string, which many bots still send. */
function legacyAgent(header: string, whole: boolean): CoveredAgent {
  return whole ? { covered: true, agent: addressOf(parseItem(header)[0]) } : { covered: false }
}

function isKnownType(type: BareItem | undefined): boolean {
  return type === undefined || (type instanceof Token && knownTypes.has(type.toString()))
}

function addressOf(value: BareItem): string | null {
  return typeof value === 'string' ? agentUrl(value) : null
}

/** The first agent that `Signature-Agent` names, under a signature or not, of those that are known; null for none. Never throws. */
export function agentNamed(header: string | undefined, known: ReadonlySet<string>): string | null {
  if (header === undefined || known.size === 0) return null
  try {
    const named = header.trimStart().startsWith('"')
      ? [addressOf(parseItem(header)[0])]
      : [...parseDictionary(header).values()].map((member) => (isInnerList(member) ? null : addressOf(member[0])))
    return named.find((agent) => agent !== null && known.has(agent)) ?? null
  } catch {
    return null
  }
}
