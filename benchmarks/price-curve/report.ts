import { assumptions } from '../attack-cost/assumptions.ts'
import type { Cell } from './cells.ts'
import type { PeerResult } from './peers.ts'
import type { CellResult } from './run-cell.ts'
import { type Language, texts } from './texts.ts'

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

/** One row for each attack, then the peers, as Markdown. */
export function table(
  { cells, peers, baselineCpuSeconds }: Pick<PriceCurve, 'cells' | 'peers' | 'baselineCpuSeconds'>,
  language: Language = 'en',
): string {
  const words = texts[language]
  const write = writer(language)
  const cent = (cost: number) => `${write(cost)} ct`
  const seconds = (time: number) => `${write(time)} s`
  const ofGained = ({ gained }: CellResult, text: () => string) => (gained === 0 ? '–' : text())
  const rows = cells.map(({ method, kind, networks, tokens, aged, full, minimal }) => [
    words.methods[method],
    `${write.whole(networks)} ${words.kinds[kind][networks === 1 ? 0 : 1]}${aged ? words.aged : ''}`,
    write.whole(tokens),
    full.gained === 0 ? words.none : write.whole(full.gained),
    [full.throttled, full.refused, full.stepUps].map(write.whole).join(', '),
    ofGained(full, () => seconds(full.cpuSecondsPerToken)),
    ofGained(full, () => write(full.cpuSecondsPerToken / baselineCpuSeconds)),
    ofGained(full, () => seconds(full.waitSecondsPerToken)),
    ofGained(full, () => cent(centsPer1000(full))),
    minimal === null || minimal.gained === 0
      ? words.none
      : `${write.whole(minimal.gained)}, ${write(minimal.cpuSecondsPerToken / baselineCpuSeconds)}`,
    `${seconds(full.people.medianLongerS)} (${seconds(full.people.p95LongerS)})`,
    [full.people.refused, full.people.throttled, full.people.askedForMore].map(write.whole).join(', '),
  ])
  const beside = peers.map(({ name, cpuSecondsPerToken }) => [
    words.peer(name),
    words.any,
    words.any,
    words.all,
    '0, 0, 0',
    seconds(cpuSecondsPerToken),
    write(cpuSecondsPerToken / baselineCpuSeconds),
    seconds(cpuSecondsPerToken),
    cent(centsPer1000({ cpuSecondsPerToken, bytesPerToken: 0 })),
    '',
    '',
    '',
  ])
  return [
    line(words.header),
    `| --- | --- |${' --: |'.repeat(words.header.length - 2)}`,
    ...[...rows, ...beside].map(line),
  ].join('\n')
}

/** The rows that show the range: the cheapest ways to a hundred tokens and to a thousand, then the peers. In English. */
export function shortTable({
  cells,
  peers,
  baselineCpuSeconds,
}: Pick<PriceCurve, 'cells' | 'peers' | 'baselineCpuSeconds'>): string {
  const words = texts.en
  const write = writer('en')
  const typical = cells.filter(
    ({ method, kind, networks, tokens, aged }) =>
      !aged &&
      ((tokens === 1_000 && networks === 100) ||
        (method === 'script' && kind === 'hosting') ||
        (method === 'script' && tokens === 100 && networks === 10) ||
        (method === 'script with an engine' && kind === 'vpn')),
  )
  return [
    '| Attack | Through | Tokens wanted per hour | Gained | CPU per token | Compared with a token of a quiet site | Cost of 1,000 |',
    '| --- | --- | --: | --: | --: | --: | --: |',
    ...typical.map(({ method, kind, networks, tokens, full }) =>
      line([
        words.methods[method],
        `${write.whole(networks)} ${words.kinds[kind][networks === 1 ? 0 : 1]}`,
        write.whole(tokens),
        write.whole(full.gained),
        `${write(full.cpuSecondsPerToken)} s`,
        `${write(full.cpuSecondsPerToken / baselineCpuSeconds)}×`,
        `${write(centsPer1000(full))} ct`,
      ]),
    ),
    ...peers.map(({ name, cpuSecondsPerToken }) =>
      line([
        words.peer(name),
        words.any,
        words.any,
        words.all,
        `${write(cpuSecondsPerToken)} s`,
        `${write(cpuSecondsPerToken / baselineCpuSeconds)}×`,
        `${write(centsPer1000({ cpuSecondsPerToken, bytesPerToken: 0 }))} ct`,
      ]),
    ),
  ].join('\n')
}

/** What must hold, and whether it does. */
export function verdicts(scenarios: readonly ScenarioReport[]): string {
  return [
    '| Situation | Guarantee | Measured | |',
    '| --- | --- | --- | --- |',
    ...scenarios.map(({ name, must, got, ok }) => line([name, must, got, ok ? 'holds' : '**doesn’t hold**'])),
  ].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** Two digits are all that such figures bear. */
function writer(language: Language): ((value: number) => string) & { readonly whole: (value: number) => string } {
  const two = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 })
  const whole = new Intl.NumberFormat(language)
  return Object.assign((value: number) => two.format(value), { whole: (value: number) => whole.format(value) })
}
