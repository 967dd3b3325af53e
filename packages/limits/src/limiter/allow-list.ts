import { type Network, parseAddress, parsed, parseNetwork } from '@bollard/addresses'
import { type Finding, type Part, reason } from '@bollard/decisions'
import type { Facts } from '../key/facts.ts'
import { LimitFault } from '../limit/limit-fault.ts'
import { nothing } from './finding-of.ts'

/** Somebody who passes, whatever else is found. */
export interface Allowed {
  readonly field: 'address' | 'operator' | 'user'
  /** An address or network in CIDR notation; the number of an operator; an account. */
  readonly value: string
  /** Milliseconds since 1970 until which it holds; null for ever. */
  readonly until: number | null
  /** Who wanted it, and why. */
  readonly note: string
}

export const allowedMax = 1_000

/** Of a list without entries: nobody is looked up for it. */
const allowsNobody: Part = { name: 'allow-list', mode: 'LIVE', onFault: 'ALLOW', run: () => nothing }

const pardon: Finding = { conclusion: 'ALLOW', reasons: [reason('allow-list', 100)], pardons: true }

/**
 * Compiles an allow-list: answers the part that is to run first, as nothing after a pardon is run or counted. Throws a
 * LimitFault for the field `allowList`: `too-many-entries`, `bad-network`, `bad-operator` or `no-note`.
 */
export function createAllowList(entries: readonly Allowed[]): (facts: Facts, now: number) => Part {
  if (entries.length > allowedMax)
    throw new LimitFault('too-many-entries', 'allowList', `an allow-list has ${allowedMax} entries at most`)
  for (const { field, value, note } of entries) {
    if (field === 'address' && parseNetwork(value) === null)
      throw new LimitFault('bad-network', 'allowList', `${value} is neither an address nor a network`)
    if (field === 'operator' && !/^[1-9]\d{0,9}$/u.test(value))
      throw new LimitFault('bad-operator', 'allowList', `${value} is no number of an operator`)
    if (note.trim() === '') throw new LimitFault('no-note', 'allowList', 'an entry says who wanted it, and why')
  }
  if (entries.length === 0) return () => allowsNobody
  const networks = entries.flatMap(({ field, value, until }) => {
    const network = field === 'address' ? parseNetwork(value) : null
    return network === null ? [] : [{ network, until }]
  })
  const others = Map.groupBy(entries, ({ field, value }) => `${field} ${value}`)
  const holds = (facts: Facts, now: number) =>
    [`operator ${facts.operator}`, `user ${facts.user}`].some((name) =>
      others.get(name)?.some(({ until }) => isValid(until, now)),
    ) ||
    (facts.address !== null &&
      parseAddress(facts.address) &&
      networks.some(({ network, until }) => isValid(until, now) && holdsParsed(network)))
  return (facts, now) => ({
    name: 'allow-list',
    mode: 'LIVE',
    onFault: 'ALLOW',
    run: () => (holds(facts, now) ? pardon : nothing),
  })
}

function isValid(until: number | null, now: number): boolean {
  return until === null || now < until
}

/** Whether a network holds the address that `parseAddress` has read last. */
function holdsParsed({ family, first, last }: Network): boolean {
  if (family !== parsed.family) return false
  return first.every((word, index) => {
    const own = parsed.words[index] ?? 0
    return word <= own && own <= (last[index] ?? 0)
  })
}
