import {
  type BreakdownName,
  breakdownMax,
  decidedBy,
  networkKinds,
  type StatisticsBreakdowns,
  type StatisticsQuery,
} from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type DimensionName, dimensions } from './dimensions.ts'
import type { Counts, Shown, ValueCounts } from './read-rollups.ts'
import { sumOf } from './sum-up-totals.ts'

/** Where the roll-ups count a breakdown; environments have a column of their own. */
const dimensionOf: Readonly<Record<Exclude<BreakdownName, 'environment'>, DimensionName>> = {
  country: 'country',
  operator: 'asn',
  networkKind: 'networkKind',
  browser: 'browser',
  operatingSystem: 'operatingSystem',
  device: 'device',
  language: 'language',
  hostname: 'hostname',
  action: 'action',
  rule: 'rule',
  bypassKey: 'bypassKey',
  decision: 'decision',
}

/** Breakdowns that are asked for whole. */
export function wholeOf({ whole = [] }: Pick<StatisticsQuery, 'whole'>): readonly BreakdownName[] {
  return typeof whole === 'string' ? [whole] : whole
}

/** How many lines of each breakdown are read. */
export function shownOf(whole: readonly BreakdownName[]): Shown {
  return {
    top: breakdownMax.top,
    whole: {
      dimensions: whole.flatMap((name) => (name === 'environment' ? [] : dimensions[dimensionOf[name]])),
      max: breakdownMax.whole,
    },
  }
}

interface Told<Value> {
  readonly value: Value | null
  readonly name: string | null
}

const plain = (value: string): Told<string> => ({ value, name: null })
const named = (found: { id: string; name: string } | undefined): Told<string> => ({
  value: found?.id ?? null,
  name: found?.name ?? null,
})
const byPosition =
  <Value extends string>(list: readonly Value[]) =>
  (value: string): Told<Value> => ({ value: list[Number(value)] ?? null, name: null })
const numbersOf = (list: readonly ValueCounts[]): number[] =>
  list.flatMap(({ value }) => (value === null || value === '' ? [] : [Number(value)]))

/** The breakdowns of a period with their names. Lines come as `readBreakdowns` orders them, those of environments apart. */
export async function tellBreakdowns(
  { db, siteId, nameOfNetwork }: { db: Queries; siteId: number; nameOfNetwork: (asn: number) => string | null },
  lines: readonly ValueCounts[],
  environments: readonly ValueCounts[],
  whole: readonly BreakdownName[],
): Promise<StatisticsBreakdowns> {
  const of = (name: DimensionName): ValueCounts[] => lines.filter(({ dimension }) => dimension === dimensions[name])
  const names = await readNames(db, siteId, {
    actions: numbersOf(of('action')),
    environments: numbersOf(environments),
    rules: numbersOf(of('rule')),
    bypassKeys: numbersOf(of('bypassKey')),
  })
  const nameOfAction = (value: string): Told<string> => ({
    value: names.actions.get(value) ?? null,
    name: names.actions.get(value) ?? null,
  })
  return {
    country: tell(of('country'), plain),
    operator: tell(of('asn'), (value) => ({ value: Number(value), name: nameOfNetwork(Number(value)) })),
    networkKind: tell(of('networkKind'), byPosition(networkKinds)),
    browser: tell(of('browser'), plain),
    operatingSystem: tell(of('operatingSystem'), plain),
    device: tell(of('device'), plain),
    language: tell(of('language'), plain),
    hostname: tell(of('hostname'), plain),
    action: tell(of('action'), nameOfAction),
    environment: tell(
      topOf(environments, whole.includes('environment') ? breakdownMax.whole : breakdownMax.top),
      (value) => named(names.environments.get(value)),
    ),
    rule: tell(of('rule'), (value) => named(names.rules.get(value))),
    bypassKey: tell(of('bypassKey'), (value) => named(names.bypassKeys.get(value))),
    decision: tell(of('decision'), byPosition(decidedBy)),
  }
}

function tell<Value>(lines: readonly ValueCounts[], toldOf: (value: string) => Told<Value>) {
  const shown = lines.filter(({ value }) => value !== null)
  return {
    top: shown.map(({ value, ...counts }) => ({
      ...(value === null || value === '' ? { value: null, name: null } : toldOf(value)),
      ...countsOf(counts),
    })),
    rest: countsOf(sumOf(lines.filter(({ value }) => value === null))),
  }
}

function topOf(lines: readonly ValueCounts[], most: number): ValueCounts[] {
  return lines.map((line, place) => (place < most ? line : { ...line, value: null }))
}

function countsOf({ n, passed, flagged, refused, fetched }: Counts) {
  return { count: n, passed, flagged, refused, fetched }
}

export interface Names {
  readonly actions: ReadonlyMap<string, string>
  readonly environments: ReadonlyMap<string, NamedId>
  readonly rules: ReadonlyMap<string, NamedId>
  readonly bypassKeys: ReadonlyMap<string, NamedId>
}
export interface NamedId {
  readonly id: string
  readonly name: string
}

/** What the numbers in roll-ups stand for, by the number as text; what is gone for good is missing. */
export async function readNames(
  db: Queries,
  siteId: number,
  numbers: {
    readonly actions: readonly number[]
    readonly environments: readonly number[]
    readonly rules: readonly number[]
    readonly bypassKeys: readonly number[]
  },
): Promise<Names> {
  const rows = await db.query(
    'captcha-statistics-names',
    `select 'actions' as kind, number::text, '' as id, name from captcha.actions where site_id = $1 and number = any($2::int[])
     union all select 'environments', id::text, public_id::text, name from captcha.environments where site_id = $1 and id = any($3::int[])
     union all select 'rules', number::text, id::text, name from captcha.rules where site_id = $1 and number = any($4::int[])
     union all select 'bypassKeys', number::text, id::text, name from captcha.bypass_keys where site_id = $1 and number = any($5::int[])`,
    [siteId, numbers.actions, numbers.environments, numbers.rules, numbers.bypassKeys],
  )
  const of = (kind: keyof Names) => rows.filter((row) => row.kind === kind)
  const named = (kind: keyof Names) => new Map(of(kind).map(({ number, id, name }) => [number, { id, name }]))
  return {
    actions: new Map(of('actions').map(({ number, name }) => [number, name])),
    environments: named('environments'),
    rules: named('rules'),
    bypassKeys: named('bypassKeys'),
  }
}
