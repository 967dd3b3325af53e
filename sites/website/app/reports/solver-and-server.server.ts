import { type Bar, type Chart, datesOf, type ReportData, rowsOfCharts } from './report-data.ts'
import {
  machineOf,
  newestOf,
  readResult,
  type ServiceResult,
  type SolverResult,
  type WidgetResult,
} from './results.server.ts'

/** Names of the contenders as the programs write them: how they are shown. */
const contenders: readonly { readonly begins: string; readonly label: Bar['label']; readonly isOurs?: true }[] = [
  { begins: 'Bollard, WebAssembly', label: { key: 'wasm' }, isOurs: true },
  { begins: 'Bollard, script', label: { key: 'script' }, isOurs: true },
  { begins: 'Bollard', label: { name: 'Bollard' }, isOurs: true },
  { begins: 'altcha', label: { name: 'ALTCHA' } },
  { begins: '@cap.js', label: { name: 'Cap' } },
  { begins: 'Fastify alone', label: { key: 'floor' } },
]

/** What browsers and servers spend on a check, beside ALTCHA and Cap: from `solver.json`, `service.json` and `widget.json`. */
export function solverAndServer(): ReportData {
  const solver = newestOf<SolverResult>('solver')
  const service = newestOf<ServiceResult>('service')
  const widget = readResult<WidgetResult>('widget')
  const figures = readResult<Figures>('figures')
  const charts: Chart[] = [
    {
      id: 'hashRate',
      unit: 'MH/s',
      bars: solver.results.map(({ name, median, rounds }) => bar(name, median, rounds)),
    },
    { id: 'issue', unit: 'µs', bars: cpuBars(service, 'issue') },
    { id: 'verify', unit: 'µs', bars: cpuBars(service, 'verify') },
    {
      id: 'download',
      unit: 'kB',
      bars: [
        { label: { name: 'Bollard' }, value: widget.ours / 1000, isOurs: true },
        { label: { name: 'ALTCHA' }, value: widget.altcha / 1000 },
        { label: { name: 'Cap' }, value: widget.cap / 1000 },
      ],
    },
  ]
  return {
    id: 'solver-and-server',
    measuredOn: datesOf(widget.measuredOn, service.measuredAt, solver.measuredAt),
    machine: machineOf(solver),
    charts,
    values: {
      hashesAltcha: figures.solver.fasterThan.altcha,
      hashesCap: figures.solver.fasterThan.cap,
      verifyAltcha: Math.floor(figures.service.altcha.verifyTimes * 10) / 10,
      verifyCap: Math.floor(figures.service.cap.verifyTimes),
      verifications: figures.service.verificationsPerSecond,
      download: figures.widget.ours,
    },
    rows: rowsOfCharts(charts),
  }
}

/** `figures.json`: for each ratio the lowest of all processors that were measured. */
interface Figures {
  readonly solver: { readonly fasterThan: { readonly altcha: number; readonly cap: number } }
  readonly widget: { readonly ours: number }
  readonly service: {
    readonly verificationsPerSecond: number
    readonly altcha: { readonly verifyTimes: number }
    readonly cap: { readonly verifyTimes: number }
  }
}

function cpuBars({ results, everyRound }: ServiceResult, operation: 'issue' | 'verify'): Bar[] {
  return results
    .filter((result) => result.operation === operation)
    .map(({ contender, cpuMicros }) => {
      const rounds = everyRound.filter((round) => round.operation === operation && round.contender === contender)
      return bar(
        contender,
        cpuMicros,
        rounds.map((round) => round.cpuMicros),
      )
    })
}

function bar(name: string, value: number, rounds: readonly number[]): Bar {
  const { label, isOurs } = contenders.find(({ begins }) => name.startsWith(begins)) ?? { label: { name } }
  const range = rounds.length === 0 ? {} : { low: Math.min(...rounds), high: Math.max(...rounds) }
  return { label, value, ...range, isOurs: isOurs === true }
}
