import type { NetworkKind } from '../tables.ts'
import { reviewedNumbers, reviewedOrganisations } from './reviewed-networks.ts'

/** Says "we rent servers" whatever else the name says. An observer is no server, and Piccolo and Protocolo are no colocation. */
const rentsServers = new RegExp(
  [
    'hosting|hébergement|hebergement|hospedagem|alojamiento web|bare ?metal|cloud computing|cloud host',
    String.raw`data ?-?cent(?:er|re|rum)|colocation|(?<!pic|ni|to|ti|gri)colo\b|\bidc\b`,
    String.raw`\bservers?\b|(?<!ob|con|re)servers\b|\bserveurs?\b|\bcdn\b|content delivery|\bproxy\b|\bproxies\b`,
  ].join('|'),
  'iu',
)

/** Hints at it, unless the name also says that people are connected there. A ghost, hostel or hostess is no host. */
const mayRentServers = /(?<!g)host(?!el|al\b|ess|eria)|cloud(?! ?nine| ?9|sky)|server|\bvps|vps\b|\bvds\b/iu

const connectsPeople = new RegExp(
  [
    String.raw`telecom|telekom|telco|telef|fib(?:er|re|ra)|broadband|wireless|cable|isp\b|wi-?fi|mobile|comm?unica|provedor`,
    String.raw`internet service|internet exchange|\bcity of\b|municipal|universi|school|college|observ|conserv`,
  ].join('|'),
  'iu',
)

/** Which kind of network an AS is, by number and name. What nobody reviewed and whose name rents no servers counts as access. */
export function classify(asn: number, name: string): NetworkKind {
  const lower = name.toLowerCase()
  const reviewed = reviewedNumbers.get(asn)
  if (reviewed !== undefined && lower.startsWith(reviewed.name)) return reviewed.kind
  const organisation = reviewedKind(lower)
  if (organisation !== null) return organisation
  if (rentsServers.test(name)) return 'hosting'
  return mayRentServers.test(name) && !connectsPeople.test(name) ? 'hosting' : 'access'
}

/** The judgement with the longest beginning wins, so an exception can stand beside its organisation. */
function reviewedKind(name: string): NetworkKind | null {
  let kind: NetworkKind | null = null
  let longest = 0
  for (const organisation of reviewedOrganisations) {
    for (const start of organisation.names) {
      if (start.length <= longest || !name.startsWith(start)) continue
      longest = start.length
      kind = organisation.kind
    }
  }
  return kind
}
