import { continentOf } from '../continent.ts'
import type { Facts, Rule, RuleCondition } from '../rule.ts'
import { nameOf, now } from './arbitrary-rules.ts'

/** The rules as the contract says them, in the plainest way: what the compiled ones are held against. */
export function decidePlainly(given: readonly Rule[], visitor: Facts, score: number) {
  const dryRuns: number[] = []
  for (const rule of sorted(given)) {
    if (!isLive(rule) || !rule.conditions.every((one) => fits(one, visitor, score))) continue
    if (!rule.dryRun) return { rule: rule.number, action: rule.action, dryRuns }
    dryRuns.push(rule.number)
  }
  return { rule: 0, action: null, dryRuns }
}

export function sorted(given: readonly Rule[]): Rule[] {
  return given.toSorted((one, other) => (isBefore(one, other) ? -1 : 1))
}

export function isBefore(one: Rule, other: Rule): boolean {
  return one.priority < other.priority || (one.priority === other.priority && one.number < other.number)
}

export function isLive(rule: Rule): boolean {
  return rule.enabled && (rule.expiresAt === null || rule.expiresAt > now)
}

export function isLate(rule: Rule): boolean {
  return rule.conditions.some(({ field }) => field === 'score')
}

export function others(rule: Rule, visitor: Facts): boolean {
  return rule.conditions.every((one) => one.field === 'score' || fits(one, visitor, 0))
}

export function fits(one: RuleCondition, visitor: Facts, score: number): boolean {
  if (one.field === 'score') return score >= one.from && score <= one.to
  return fitsSome(one, visitor) !== one.not
}

function fitsSome(one: Exclude<RuleCondition, { field: 'score' }>, visitor: Facts): boolean {
  switch (one.field) {
    case 'country':
      return one.values.some((value) => value === visitor.country)
    case 'continent':
      return one.values.some((value) => visitor.country !== null && value === continentOf(visitor.country))
    case 'asn':
      return one.values.includes(visitor.asn)
    case 'network':
      return one.values.some((value) => like(value, nameOf(visitor.asn), 'isu'))
    case 'networkKind':
      return one.values.includes(visitor.networkKind)
    case 'ip':
      return one.values.some((value) => contains(value, visitor.address))
    case 'userAgent':
      return one.values.some((value) => like(value, visitor.userAgent, 'isu'))
    case 'language':
      return one.values.some((value) => value === visitor.language)
    case 'hostname':
      return one.values.some((value) =>
        value.startsWith('*.') ? visitor.hostname.replace(/^[^.]+(?=\.)/u, '*') === value : visitor.hostname === value,
      )
    case 'path':
    case 'action':
      return one.values.some((value) => like(value, visitor[one.field], 'su'))
    default:
      return one satisfies never
  }
}

function like(glob: string, text: string | null, flags: string): boolean {
  return (
    text !== null &&
    new RegExp(
      `^${glob
        .split('*')
        .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&'))
        .join('.*')}$`,
      flags,
    ).test(text)
  )
}

function contains(network: string, address: string): boolean {
  const [from = '', length] = network.split('/')
  const [inside, asked] = [toNumber(from), toNumber(address)]
  if (inside === null || asked === null || inside.bits !== asked.bits) return false
  // The prefix of a mapped address counts from the first of 128 bits.
  const prefix =
    length === undefined ? inside.bits : Number(length) - (from.includes(':') && inside.bits === 32 ? 96 : 0)
  return inside.value >> BigInt(inside.bits - prefix) === asked.value >> BigInt(inside.bits - prefix)
}

/** By the parser of URLs, which knows nothing of ours. */
function toNumber(address: string): { bits: number; value: bigint } | null {
  if (!address.includes(':'))
    return /^[\d.]+$/u.test(address)
      ? { bits: 32, value: address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n) }
      : null
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const [left, right] = [head === '' ? [] : head.split(':'), tail === undefined || tail === '' ? [] : tail.split(':')]
  const groups = [
    ...left,
    ...Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => '0'),
    ...right,
  ]
  const value = groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
  return value >> 32n === 0xffffn ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value }
}
