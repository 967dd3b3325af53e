import { indexNetworks } from './address-index.ts'
import { addBits, allBits, type Bits, differingBits, keepBits, noBits, setBit } from './bits.ts'
import { type Continent, continentOf } from './continent.ts'
import type { Facts, PartialFacts, RuleCondition, RuleField } from './rule.ts'
import { indexTexts } from './text-index.ts'

/** Name of the operator of an autonomous system, or null. */
export type NameOf = (asn: number) => string | null

/** Conditions of many rules on one field, at most one of each rule. */
export interface FieldIndex {
  /** The rules that have one. */
  readonly concerned: Bits
  /** Leaves among the candidates those whose condition holds, or that have none. */
  narrow(facts: Facts, candidates: Bits): void
  /** The same where facts can be missing: leaves in `certain` what holds whatever they are, in `possible` what holds for some. */
  narrowPartly(facts: PartialFacts, certain: Bits, possible: Bits): void
}

type ListCondition = Exclude<RuleCondition, { field: 'score' }>
export type ListField = ListCondition['field']
type ConditionOn<Field extends RuleField> = Extract<RuleCondition, { field: Field }>

/** A condition with the position of its rule. */
export interface Placed<Condition = ListCondition> {
  readonly bit: number
  readonly condition: Condition
}

/** Positions of rules: all without a condition on the field (`others`), and of the rest those with `not`. */
interface Shape {
  readonly size: number
  readonly others: Bits
  readonly concerned: Bits
  readonly negative: Bits
  readonly positive: Bits
  /** What holds for a value that nobody lists. */
  readonly base: Bits
}

/** @param placed conditions on one and the same field; @param size number of rules */
export function indexField(
  field: ListField,
  placed: readonly Placed[],
  { size, nameOf }: { size: number; nameOf: NameOf },
): FieldIndex {
  const shape = shapeOf(placed, size)
  switch (field) {
    case 'country':
      return exactly(shape, 'country', byValue(shape, on(placed, field)))
    case 'continent': {
      const find = byValue<Continent>(shape, on(placed, field))
      return exactly(shape, 'country', (country) => find(country === null ? null : continentOf(country)))
    }
    case 'asn': {
      const find = byValue<number>(shape, on(placed, field))
      return exactly(shape, 'asn', (asn) => find(asn === 0 ? null : asn))
    }
    case 'networkKind':
      return exactly(shape, 'networkKind', byValue(shape, on(placed, field)))
    case 'language':
      return exactly(shape, 'language', byValue(shape, on(placed, field)))
    case 'hostname':
      return exactly(shape, 'hostname', byHost(shape, on(placed, field)))
    case 'userAgent':
      return exactly(shape, 'userAgent', byText(shape, on(placed, field), true))
    case 'path':
      return exactly(shape, 'path', byText(shape, on(placed, field), false))
    case 'action':
      return exactly(shape, 'action', byText(shape, on(placed, field), false))
    case 'network':
      return exactly(shape, 'asn', byOperator(shape, on(placed, field), nameOf))
    case 'ip':
      return byAddress(shape, on(placed, field))
    default:
      return field satisfies never
  }
}

function on<Field extends ListField>(placed: readonly Placed[], field: Field): Placed<ConditionOn<Field>>[] {
  const isOn = (one: Placed): one is Placed<ListCondition & ConditionOn<Field>> => one.condition.field === field
  return placed.filter(isOn)
}

function shapeOf(placed: readonly Placed[], size: number): Shape {
  const [negative, positive] = [noBits(size), noBits(size)]
  for (const { bit, condition } of placed) setBit(condition.not ? negative : positive, bit)
  const concerned = differingBits(negative, positive)
  const others = differingBits(allBits(size), concerned)
  return { size, others, concerned, negative, positive, base: differingBits(others, negative) }
}

/** Tells which rules hold for a value; `wanted` are those that it is asked for. The answer is good until the next call. */
type Find<Value> = (value: Value, wanted: Bits) => Bits

/** An index whose fact is either known or not. */
function exactly<Fact extends keyof Facts>(
  { others, concerned }: Shape,
  fact: Fact,
  find: Find<Facts[Fact]>,
): FieldIndex {
  return {
    concerned,
    narrow: (facts, candidates) => keepBits(candidates, find(facts[fact], candidates)),
    narrowPartly(facts, certain, possible) {
      const value: Facts[Fact] | undefined = facts[fact]
      if (value === undefined) return keepBits(certain, others)
      const holds = find(value, possible)
      keepBits(certain, holds)
      keepBits(possible, holds)
    },
  }
}

function byValue<Value extends string | number>(
  { size, base }: Shape,
  placed: readonly Placed<{ values: readonly Value[] }>[],
): (value: Value | null) => Bits {
  const hits = new Map<Value, Bits>()
  for (const { bit, condition } of placed) {
    for (const value of condition.values) {
      const known = hits.get(value) ?? noBits(size)
      setBit(known, bit)
      hits.set(value, known)
    }
  }
  // A rule that lists the value changes sides: with `not` it held, without it did not.
  const holds = new Map([...hits].map(([value, hit]) => [value, differingBits(base, hit)]))
  return (value) => (value === null ? base : (holds.get(value) ?? base))
}

function byHost(shape: Shape, placed: readonly Placed<ConditionOn<'hostname'>>[]): Find<string> {
  const { base, size } = shape
  const valuesOf = (wild: boolean) =>
    placed.map(({ bit, condition }) => ({
      bit,
      condition: {
        values: condition.values.flatMap((value) =>
          value.startsWith('*.') === wild ? [wild ? value.slice(1) : value] : [],
        ),
      },
    }))
  const nothing = { ...shape, base: noBits(size) }
  const [same, below] = [byValue(nothing, valuesOf(false)), byValue(nothing, valuesOf(true))]
  const holds = noBits(size)
  return (host) => {
    const dot = host.indexOf('.')
    const [one, other] = [same(host), dot < 1 ? nothing.base : below(host.slice(dot))]
    for (let word = 0; word < holds.length; word++)
      holds[word] = (base[word] ?? 0) ^ ((one[word] ?? 0) | (other[word] ?? 0))
    return holds
  }
}

function byText(
  { size, base }: Shape,
  placed: readonly Placed<{ values: readonly string[] }>[],
  foldCase: boolean,
): Find<string | null> {
  const index = indexTexts(
    placed.map(({ bit, condition }) => ({ bit, patterns: condition.values })),
    size,
    foldCase,
  )
  const holds = noBits(size)
  return (text, wanted) => {
    if (text === null) return base
    const hits = index.find(text, wanted)
    for (let word = 0; word < holds.length; word++) holds[word] = (base[word] ?? 0) ^ (hits[word] ?? 0)
    return holds
  }
}

const operatorsMax = 4_096

/** Names do not change while rules are in use, so what fits an operator is found out once. */
function byOperator(shape: Shape, placed: readonly Placed<ConditionOn<'network'>>[], nameOf: NameOf): Find<number> {
  const find = byText(shape, placed, true)
  const known = new Map<number, Bits>()
  const everyRule = allBits(shape.size)
  return (asn) => {
    const before = known.get(asn)
    if (before !== undefined) return before
    const holds = find(asn === 0 ? null : nameOf(asn), everyRule).slice()
    if (known.size >= operatorsMax) known.clear()
    known.set(asn, holds)
    return holds
  }
}

function byAddress(
  { size, base, others, concerned, negative, positive }: Shape,
  placed: readonly Placed<ConditionOn<'ip'>>[],
): FieldIndex {
  const index = indexNetworks(
    placed.map(({ bit, condition }) => ({ bit, networks: condition.values })),
    size,
  )
  const narrow = (address: string, candidates: Bits): void => {
    const place = index.find(address)
    for (let word = 0; word < candidates.length; word++)
      candidates[word] = (candidates[word] ?? 0) & ((base[word] ?? 0) ^ (index.sets[place + word] ?? 0))
  }
  return {
    concerned,
    narrow: ({ address }, candidates) => narrow(address, candidates),
    narrowPartly({ address }, certain, possible) {
      if (address === undefined) return keepBits(certain, others)
      const found = address.includes('/') ? index.findNetwork(address) : null
      if (found === null) {
        narrow(address, certain)
        return narrow(address, possible)
      }
      keepBits(certain, holding(found.all, found.some))
      keepBits(possible, holding(found.some, found.all))
    },
  }
  /** Rules that list what is `inside`, and those with `not` that list nothing `excluded`. */
  function holding(inside: Bits, excluded: Bits): Bits {
    const holds = others.slice()
    addBits(
      holds,
      positive.map((bits, word) => bits & (inside[word] ?? 0)),
    )
    addBits(
      holds,
      negative.map((bits, word) => bits & ~(excluded[word] ?? 0)),
    )
    return holds
  }
}
