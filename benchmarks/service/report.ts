import { cpus, loadavg, release, totalmem, type } from 'node:os'

export interface Measurement {
  readonly contender: string
  readonly what: string
  readonly operation: 'issue' | 'verify'
  /** CPU time of the server process per request, in microseconds. */
  readonly cpuMicros: number
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU time of PostgreSQL per request, in microseconds; null for contenders without one. */
  readonly postgresMicros: number | null
}

/** The middle of several rounds, each figure for itself. */
export function median(rounds: readonly Measurement[]): Measurement {
  const [first] = rounds
  if (first === undefined) throw new RangeError('no round was measured')
  const middle = (read: (round: Measurement) => number): number =>
    round1(rounds.map(read).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0)
  return {
    contender: first.contender,
    what: first.what,
    operation: first.operation,
    cpuMicros: middle((round) => round.cpuMicros),
    requestsPerSecond: Math.round(middle((round) => round.requestsPerSecond)),
    p50Ms: middle((round) => round.p50Ms),
    p99Ms: middle((round) => round.p99Ms),
    postgresMicros: first.postgresMicros === null ? null : middle((round) => round.postgresMicros ?? 0),
  }
}

/** The figures as a Markdown table; ratios compare CPU time with the first contender's. */
export function toMarkdown(measurements: readonly Measurement[]): string {
  const lines = [
    '| operation | contender | CPU µs/request | × ours | requests/s | p50 ms | p99 ms | PostgreSQL µs |',
    '| --- | --- | --: | --: | --: | --: | --: | --: |',
  ]
  for (const operation of ['issue', 'verify'] as const) {
    const rows = measurements.filter((measurement) => measurement.operation === operation)
    for (const row of rows) {
      const ratio = (row.cpuMicros / (rows[0]?.cpuMicros ?? row.cpuMicros)).toFixed(2)
      lines.push(
        `| ${operation} | ${row.contender} | ${row.cpuMicros} | ${ratio} | ${row.requestsPerSecond} | ${row.p50Ms} | ${row.p99Ms} | ${row.postgresMicros ?? '–'} |`,
      )
    }
  }
  return lines.join('\n')
}

export function describeMachine() {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    /** One, five and fifteen minutes: other work on the machine makes every figure larger. */
    loadAverage: loadavg().map(round1),
  }
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}
