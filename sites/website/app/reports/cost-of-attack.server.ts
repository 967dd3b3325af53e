import { type Bar, type BarKey, type Chart, datesOf, type ReportData } from './report-data.ts'
import { machineOf, type PriceCurveResult, readPrices, readResult } from './results.server.ts'

type Cell = PriceCurveResult['cells'][number]

/** Attacks that want a thousand tokens an hour through a hundred households, by what they do. */
const methods: readonly (readonly [name: string, key: BarKey])[] = [
  ['script', 'attackScript'],
  ['script with an engine', 'attackEngine'],
  ['recorded visits', 'attackRecorded'],
  ['farm of pages', 'attackPages'],
  ['stealth browsers', 'attackStealth'],
]
const networks: readonly (readonly [count: number, key: BarKey])[] = [
  [1, 'networks1'],
  [10, 'networks10'],
  [100, 'networks100'],
  [1000, 'networks1000'],
]

/** What tokens cost an attacker who has the source: from `price-curve.json` and the prices that `benchmarks/attack-cost` assumes. */
export function costOfAttack(): ReportData {
  const curve = readResult<PriceCurveResult>('price-curve')
  const prices = readPrices()
  /** Euro cents for 1,000 tokens; a script that needs no particular network pays for processors alone. */
  const cents = (cpuSeconds: number, bytes: number) =>
    ((cpuSeconds / 3_600) * prices.threadHour + (bytes / 1e9) * prices.gigabyte) * 1000 * 100
  const findCell = (method: string, count: number) =>
    curve.cells.find(
      (one) =>
        one.method === method && one.networks === count && one.tokens === 1000 && one.kind === 'access' && !one.aged,
    )
  const barsOf = (value: (cell: Cell) => number): Bar[] =>
    methods.flatMap(([name, key]) => {
      const found = findCell(name, 100)
      return found === undefined ? [] : [{ label: { key }, value: value(found), isOurs: true }]
    })
  const peers = (value: (cpuSeconds: number) => number): Bar[] =>
    curve.peers.map(({ name, cpuSecondsPerToken }) => ({ label: { name }, value: value(cpuSecondsPerToken) }))
  const charts: Chart[] = [
    {
      id: 'cost',
      unit: 'ct',
      bars: [
        ...barsOf(({ full }) => cents(full.cpuSecondsPerToken, full.bytesPerToken)),
        ...peers((seconds) => cents(seconds, 0)),
      ],
    },
    { id: 'work', unit: 's', bars: [...barsOf(({ full }) => full.cpuSecondsPerToken), ...peers((seconds) => seconds)] },
    {
      id: 'networks',
      unit: 's',
      bars: networks.flatMap(([count, key]) => {
        const found = findCell('script', count)
        return found === undefined ? [] : [{ label: { key }, value: found.full.cpuSecondsPerToken, isOurs: true }]
      }),
    },
    { id: 'waits', unit: 's', bars: barsOf(({ full }) => full.people.p95LongerS) },
  ]
  return {
    id: 'cost-of-attack',
    measuredOn: datesOf(curve.measuredAt),
    machine: machineOf(curve),
    charts,
    values: {
      scriptTimes: Math.round((findCell('script', 100)?.full.cpuSecondsPerToken ?? 0) / curve.baselineCpuSeconds),
      holds: curve.scenarios.filter(({ ok }) => ok).length,
      checked: curve.scenarios.length,
      blocked: Math.max(...curve.cells.map(({ full }) => full.people.refused)),
      visitors: Math.max(...curve.cells.map(({ full }) => full.people.visitors)),
    },
    rows: [...cellRows(curve, cents), ...peerRows(curve, cents)],
  }
}

function cellRows({ cells }: PriceCurveResult, cents: (cpuSeconds: number, bytes: number) => number) {
  return cells.map(({ method, kind, networks: count, tokens, aged, full }) => ({
    attack: method,
    through: kind,
    networks: count,
    knownForDays: aged ? 1 : 0,
    wanted: tokens,
    gained: full.gained,
    cpuSecondsPerToken: full.cpuSecondsPerToken,
    bytesPerToken: Math.round(full.bytesPerToken),
    centsPer1000: cents(full.cpuSecondsPerToken, full.bytesPerToken),
    visitorsBlocked: full.people.refused,
    visitorsP95ExtraSeconds: full.people.p95LongerS,
  }))
}

function peerRows({ peers }: PriceCurveResult, cents: (cpuSeconds: number, bytes: number) => number) {
  return peers.map(({ name, cpuSecondsPerToken }) => ({
    attack: `script at ${name}`,
    through: 'any',
    networks: null,
    knownForDays: null,
    wanted: null,
    gained: null,
    cpuSecondsPerToken,
    bytesPerToken: null,
    centsPer1000: cents(cpuSecondsPerToken, 0),
    visitorsBlocked: null,
    visitorsP95ExtraSeconds: null,
  }))
}
