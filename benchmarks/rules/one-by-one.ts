import { BlockList, isIPv6 } from 'node:net'
import { continentOf, type Facts, type Rule, type RuleCondition } from '@bollard/visitor-rules'

type Holds = (facts: Facts) => boolean

/**
 * The plain way, as a careful programmer writes it: rules in order, conditions one after the other, with sets, regular expressions and
 * Node's own `BlockList` made once. Tells the number of the rule that decides, 0 for none. For rules without a score condition.
 */
export function compileOneByOne(
  rules: readonly Rule[],
  nameOf: (asn: number) => string | null,
): (facts: Facts, now: number) => number {
  const live = rules
    .toSorted((one, other) => one.priority - other.priority || one.number - other.number)
    .filter(({ enabled, dryRun }) => enabled && !dryRun)
    .map(({ number, expiresAt, conditions }) => ({
      number,
      expiresAt: expiresAt ?? Infinity,
      conditions: conditions.map((one) => compile(one, nameOf)),
    }))
  return (facts, now) =>
    live.find(({ expiresAt, conditions }) => expiresAt > now && conditions.every((holds) => holds(facts)))?.number ?? 0
}

function compile(condition: RuleCondition, nameOf: (asn: number) => string | null): Holds {
  if (condition.field === 'score') throw new Error('the score is not measured here')
  const fits = fitsOf(condition, nameOf)
  return condition.not ? (facts) => !fits(facts) : fits
}

function fitsOf(condition: Exclude<RuleCondition, { field: 'score' }>, nameOf: (asn: number) => string | null): Holds {
  switch (condition.field) {
    case 'country':
    case 'language':
    case 'networkKind': {
      const [values, { field }] = [new Set<string | null>(condition.values), condition]
      return (facts) => values.has(facts[field])
    }
    case 'continent': {
      const values = new Set<string>(condition.values)
      return ({ country }) => country !== null && values.has(continentOf(country) ?? '')
    }
    case 'asn': {
      const values = new Set(condition.values)
      return ({ asn }) => values.has(asn)
    }
    case 'ip': {
      const list = new BlockList()
      for (const value of condition.values) {
        const [address = '', prefix] = value.split('/')
        const family = isIPv6(address) ? 'ipv6' : 'ipv4'
        if (prefix === undefined) list.addAddress(address, family)
        else list.addSubnet(address, Number(prefix), family)
      }
      return ({ address }) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
    }
    case 'hostname': {
      const values = new Set(condition.values)
      return ({ hostname }) => values.has(hostname) || values.has(`*${hostname.slice(hostname.indexOf('.'))}`)
    }
    case 'userAgent': {
      const pattern = anyOf(condition.values, 'iu')
      return ({ userAgent }) => pattern.test(userAgent)
    }
    case 'network': {
      const pattern = anyOf(condition.values, 'iu')
      return ({ asn }) => pattern.test(nameOf(asn) ?? '')
    }
    case 'path':
    case 'action': {
      const [pattern, { field }] = [anyOf(condition.values, 'u'), condition]
      return (facts) => pattern.test(facts[field] ?? '')
    }
    default:
      return condition satisfies never
  }
}

function anyOf(globs: readonly string[], flags: string): RegExp {
  const patterns = globs.map((glob) =>
    glob
      .split('*')
      .map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&'))
      .join('.*'),
  )
  return new RegExp(`^(?:${patterns.join('|')})$`, flags)
}
