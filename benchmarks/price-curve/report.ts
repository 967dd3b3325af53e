import { assumptions } from '../attack-cost/assumptions.ts'
import type { Cell } from './cells.ts'
import type { PeerResult } from './peers.ts'
import type { CellResult } from './run-cell.ts'

export interface CellReport extends Cell {
  readonly full: CellResult
  /** The same in minimal data mode, where nothing but the work is asked for; by the script, whatever the method. */
  readonly minimal: CellResult | null
}

export interface ScenarioReport {
  readonly name: string
  readonly must: string
  readonly got: string
  readonly ok: boolean
}

export interface PriceCurve {
  readonly measuredAt: string
  readonly machine: object
  readonly minutes: number
  readonly solver: { readonly kind: string; readonly hashesPerSecond: number }
  /** Processor time of a script's first token at a quiet site: what every token cost before there were budgets. */
  readonly baselineCpuSeconds: number
  readonly pastDays: number
  readonly reallyDone: number
  readonly cells: readonly CellReport[]
  readonly scenarios: readonly ScenarioReport[]
  readonly peers: readonly PeerResult[]
}

/** Euro cents for 1,000 tokens: processor time of rented threads, and traffic through the proxies of the networks. */
export function centsPer1000({
  cpuSecondsPerToken,
  bytesPerToken,
}: Pick<CellResult, 'cpuSecondsPerToken' | 'bytesPerToken'>): number {
  const cpu = (cpuSecondsPerToken / 3_600) * assumptions.cpuThreadPrice.value
  const traffic = (bytesPerToken / 1e9) * assumptions.proxyTrafficPrice.value
  return (cpu + traffic) * 1000 * 100
}

/** What is beside the assumptions' 1,000 tokens of a site that people see. */
export function table({
  cells,
  peers,
  baselineCpuSeconds,
}: Pick<PriceCurve, 'cells' | 'peers' | 'baselineCpuSeconds'>): string {
  const header = [
    'attack',
    'networks',
    'wanted in an hour',
    'gained',
    'throttled, refused, asked for more',
    'CPU s each',
    '× a token of a quiet site',
    'waiting each',
    'ct for 1,000',
    'gained, × in minimal data mode',
    'people: longer, median (95 %)',
    'people refused, throttled, asked for more',
  ]
  const rows = cells.map(({ method, kind, networks, tokens, full, minimal }) => [
    method,
    `${count(networks)} ${kind}`,
    count(tokens),
    count(full.gained),
    `${count(full.throttled)}, ${count(full.refused)}, ${count(full.stepUps)}`,
    full.gained === 0 ? '–' : short(full.cpuSecondsPerToken),
    full.gained === 0 ? '–' : short(full.cpuSecondsPerToken / baselineCpuSeconds),
    full.gained === 0 ? '–' : `${short(full.waitSecondsPerToken)} s`,
    full.gained === 0 ? '–' : short(centsPer1000(full)),
    minimal === null || minimal.gained === 0
      ? minimal === null
        ? ''
        : '0'
      : `${count(minimal.gained)}, ${short(minimal.cpuSecondsPerToken / baselineCpuSeconds)}`,
    `${seconds(full.people.medianLongerS)} (${seconds(full.people.p95LongerS)})`,
    `${full.people.refused}, ${full.people.throttled}, ${full.people.askedForMore} of ${full.people.visitors}`,
  ])
  const beside = peers.map(({ name, cpuSecondsPerToken }) => [
    `${name} at its defaults, script`,
    'any',
    'any',
    'all',
    '0, 0, 0',
    short(cpuSecondsPerToken),
    short(cpuSecondsPerToken / baselineCpuSeconds),
    `${short(cpuSecondsPerToken)} s`,
    short(centsPer1000({ cpuSecondsPerToken, bytesPerToken: 0 })),
    '',
    '',
    '',
  ])
  return [line(header), `| --- | --- |${' --: |'.repeat(header.length - 2)}`, ...[...rows, ...beside].map(line)].join(
    '\n',
  )
}

/** What must hold, and whether it does. */
export function verdicts(scenarios: readonly ScenarioReport[]): string {
  return [
    '| situation | must hold | measured | |',
    '| --- | --- | --- | --- |',
    ...scenarios.map(({ name, must, got, ok }) => line([name, must, got, ok ? 'holds' : '**does not hold**'])),
  ].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

const two = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })
const whole = new Intl.NumberFormat('en')

function short(value: number): string {
  return two.format(value)
}

function seconds(value: number): string {
  return `${two.format(value)} s`
}

function count(value: number): string {
  return whole.format(value)
}
