import { networkKinds, type RuleTrial, type Verification } from '@bollard/contracts'

/** The fields of a request that can be tried, as they stand in the address of the page. */
export const trialFields = [
  'address',
  'country',
  'networkKind',
  'asn',
  'hostname',
  'path',
  'action',
  'language',
  'userAgent',
  'score',
] as const
export type TrialField = (typeof trialFields)[number]

/** A request to try as its fields say; what is empty is not told. Null where nothing was filled in. */
export function readTrial(search: URLSearchParams): RuleTrial | null {
  const given = trialFields.flatMap((name) => {
    const text = (search.get(name) ?? '').trim()
    return text === '' ? [] : [[name, valueOf(name, text)] as const]
  })
  return given.length === 0 ? null : (Object.fromEntries(given) as RuleTrial)
}

/** What is no number stays a text, which the service refuses by the name of its field. */
function valueOf(name: TrialField, text: string): string | number {
  if (name === 'country') return text.toUpperCase()
  if (name === 'language') return text.toLowerCase()
  if (name !== 'asn' && name !== 'score') return text
  const plain = name === 'asn' ? text.replace(/^AS\s*/iu, '') : text.replace(',', '.')
  return Number.isNaN(Number(plain)) ? text : Number(plain)
}

/** The fields of a request like that of an earlier visitor, as far as the log knows them. */
export function trialOf(
  verification: Pick<
    Verification,
    'country' | 'asn' | 'networkKind' | 'hostname' | 'action' | 'language' | 'score' | 'network'
  >,
): URLSearchParams {
  const { country, asn, networkKind, hostname, action, language, score } = verification
  const known: Partial<Record<TrialField, string | null>> = {
    country,
    asn: asn === null ? null : String(asn),
    networkKind: networkKinds.includes(networkKind) && networkKind !== 'unknown' ? networkKind : null,
    hostname,
    action,
    language: language?.slice(0, 2) ?? null,
    score: score === null ? null : String(score),
  }
  return new URLSearchParams(Object.entries(known).filter((entry): entry is [string, string] => Boolean(entry[1])))
}
