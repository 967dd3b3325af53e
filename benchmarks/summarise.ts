/**
 * Draws the figures that README and website quote out of the results, so that nobody types a number: writes
 * `results/figures.json` and the table of the README.
 * Run after the benchmarks: node_modules/.bin/node benchmarks/summarise.ts
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { type PriceCurve, table, verdicts } from './price-curve/report.ts'

const solverSchema = z.object({
  measuredAt: z.string(),
  machine: z.object({ cpu: z.string(), cores: z.number(), browser: z.string() }),
  results: z.array(z.object({ name: z.string(), best: z.number(), median: z.number() })),
  spread: z.object({ p95OverMean: z.number() }),
})
const serviceSchema = z.object({
  measuredAt: z.string(),
  machine: z.object({ node: z.string() }),
  results: z.array(
    z.object({
      contender: z.string(),
      operation: z.enum(['issue', 'verify']),
      cpuMicros: z.number(),
      requestsPerSecond: z.number(),
      p99Ms: z.number(),
    }),
  ),
})
const rateSchema = z.object({
  count: z.number(),
  of: z.number(),
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
})
const groupSchema = z.object({ noticed: rateSchema, stopped: rateSchema, missed: z.array(z.string()) })
const classSchema = groupSchema.extend({ seen: groupSchema, unseen: groupSchema })
const labSchema = z.object({
  measuredAt: z.string(),
  summary: z.object({
    broken: z.array(z.string()),
    bots: z.object({
      classes: z.record(z.string(), classSchema),
      belowStepUp: rateSchema,
      stopped: rateSchema,
      refused: rateSchema,
      seen: groupSchema,
      unseen: groupSchema,
      botdFound: rateSchema,
      foundWhereBotdRan: rateSchema,
    }),
    genuine: z.object({
      refused: rateSchema,
      refusedIds: z.array(z.string()),
      withoutVerdict: rateSchema,
      withExtraWork: rateSchema,
      withExtraWorkIds: z.array(z.string()),
      botdAccused: rateSchema,
    }),
  }),
})
/** How the README names the classes of bots. */
const classNames: Readonly<Record<string, string>> = {
  default: 'automation as it comes',
  agents: 'tools of AI agents',
  stealth: 'automation that hides',
  'os-input': 'input by the operating system',
  protocol: 'the protocol without a browser',
  'dom-emulator': 'the widget in an emulated browser',
  farm: 'one browser for many tokens',
}
const spread = z.object({ median: z.number(), worst: z.number() })
const collectorSchema = z.object({
  results: z.array(z.object({ slowdown: z.number(), totalCpuMs: spread, longestTaskCpuMs: spread })),
})
const storageSchema = z.object({
  sizes: z.record(
    z.string(),
    z.object({
      log: z.array(z.object({ what: z.string(), medianMs: z.number(), p95Ms: z.number() })),
      statistics: z.record(z.string(), z.object({ medianMs: z.number(), p95Ms: z.number() })),
      writes: z.object({ cpuRatio: z.number() }),
      diskMegabytesPerMillion: z.object({ all: z.number() }),
    }),
  ),
})
const widgetSchema = z.object({
  measuredOn: z.string(),
  ours: z.number(),
  altcha: z.number(),
  cap: z.number(),
  files: z.array(z.object({ file: z.string(), gzip: z.number() })),
})
const equixSchema = z.object({
  measuredAt: z.string(),
  solutionsPerNonce: z.number(),
  verifyMicros: z.number(),
  waits: z.array(z.object({ p95OverMean: z.number() })),
  chromium: z.object({ nonceMs: z.object({ total: z.number() }) }),
})

const solver = solverSchema.parse(read('solver'))
const service = serviceSchema.parse(read('service'))
const widget = widgetSchema.parse(read('widget'))
const equix = equixSchema.parse(read('equix'))
/** Nothing until the lab's second edition was run as a whole. */
const lab = labSchema.safeParse(read('bot-lab')).data
const storage = Object.entries(storageSchema.parse(read('storage')).sizes)
  .map(([millions, size]) => ({ millions: Number(millions), ...size }))
  .filter(({ millions }) => millions >= 1)
  .toSorted((one, other) => one.millions - other.millions)
const collector = find(collectorSchema.parse(read('collector')).results, ({ slowdown }) => slowdown === 1)

// Medians, not best rounds: what a visitor's browser does, not what it can.
const megahashes = (prefix: string) => find(solver.results, ({ name }) => name.startsWith(prefix)).median
const micros = (operation: 'issue' | 'verify', prefix: string) =>
  find(service.results, (row) => row.operation === operation && row.contender.startsWith(prefix)).cpuMicros
const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10

const verified = find(service.results, (row) => row.operation === 'verify' && row.contender.startsWith('Bollard'))

const figures = {
  widget: { ours: kilobytes(widget.ours), altcha: kilobytes(widget.altcha), cap: kilobytes(widget.cap) },
  solver: {
    ours: megahashes('Bollard, WebAssembly'),
    script: megahashes('Bollard, script'),
    altcha: megahashes('altcha'),
    cap: megahashes('@cap.js/wasm'),
  },
  service: {
    issueMicroseconds: micros('issue', 'Bollard'),
    verifyMicroseconds: micros('verify', 'Bollard'),
    verificationsPerSecond: verified.requestsPerSecond,
    p99Milliseconds: verified.p99Ms,
    floor: {
      issueMicroseconds: micros('issue', 'Fastify alone'),
      verifyMicroseconds: micros('verify', 'Fastify alone'),
    },
    altcha: { issueMicroseconds: micros('issue', 'altcha-lib'), verifyMicroseconds: micros('verify', 'altcha-lib') },
    cap: {
      issueMicroseconds: micros('issue', '@cap.js/server'),
      verifyMicroseconds: micros('verify', '@cap.js/server'),
    },
  },
  lab: lab?.summary ?? null,
  collector: { totalMilliseconds: collector.totalCpuMs, longestTaskMilliseconds: collector.longestTaskCpuMs },
  measuredOn: [solver.measuredAt, service.measuredAt, widget.measuredOn].toSorted()[0],
}
writeFileSync(new URL('results/figures.json', import.meta.url), `${JSON.stringify(figures, null, 2)}\n`)
writeReadme()
console.log(figures)

function writeReadme(): void {
  const { widget: size, solver: rate, service: cost } = figures
  const times = (ours: number, peer: number) => `${(Math.round((peer / ours) * 10) / 10).toFixed(1)} ×`
  const empty = Object.values(cost.floor)
  const lines = [
    '| what | Bollard | ALTCHA | Cap |',
    '| --- | --: | --: | --: |',
    `| first visit of the widget, gzip; another language than English adds at most ${kilobytes(find(widget.files, ({ file }) => file === 'first visit, other language').gzip - widget.ours)} kB | ${size.ours} kB | ${size.altcha} kB (${times(size.ours, size.altcha)}) | ${size.cap} kB (${times(size.ours, size.cap)}) |`,
    `| hashes per second, one Chromium thread | ${rate.ours} M | ${rate.altcha} M (1 / ${(rate.ours / rate.altcha).toFixed(0)}) | ${rate.cap} M (1 / ${(rate.ours / rate.cap).toFixed(1)}) |`,
    `| the same where WebAssembly is forbidden | ${rate.script} M | | |`,
    `| a nonce of Equi-X in one Chromium thread, to check one solution of it | ${equix.chromium.nonceMs.total} ms, ${equix.verifyMicros} µs | | |`,
    `| of visitors with the same work 95 % wait at most, times the mean | ${solver.spread.p95OverMean} (SHA-256), ${Math.max(...equix.waits.map(({ p95OverMean }) => p95OverMean))} (Equi-X) | | |`,
    `| CPU to issue a challenge over HTTP | ${cost.issueMicroseconds} µs | ${cost.altcha.issueMicroseconds} µs (${times(cost.issueMicroseconds, cost.altcha.issueMicroseconds)}) | ${cost.cap.issueMicroseconds} µs (${times(cost.issueMicroseconds, cost.cap.issueMicroseconds)}) |`,
    `| CPU of the page's main thread for widget and checks, from the script to the answer, median (worst) | ${collector.totalCpuMs.median} ms (${collector.totalCpuMs.worst} ms), its longest task ${collector.longestTaskCpuMs.median} ms (${collector.longestTaskCpuMs.worst} ms) | | |`,
    `| CPU to verify an answer over HTTP | ${cost.verifyMicroseconds} µs | ${cost.altcha.verifyMicroseconds} µs (${times(cost.verifyMicroseconds, cost.altcha.verifyMicroseconds)}) | ${cost.cap.verifyMicroseconds} µs (${times(cost.verifyMicroseconds, cost.cap.verifyMicroseconds)}) |`,
    `| verifications per second, one process beside its load and PostgreSQL on two cores | ${cost.verificationsPerSecond.toLocaleString('en')}, p99 ${cost.p99Milliseconds} ms | | |`,
    '',
    ...labTable(),
    ...storageTable(),
    '',
    ...priceTable(),
    `A call that parses its body and does nothing costs ${Math.min(...empty)} to ${Math.max(...empty)} µs in the same run; on a shared machine all of these rise and fall together.`,
    `Medians of interleaved rounds in one run each (${solver.machine.cpu}, ${solver.machine.cores} cores shared by all programs of the run, ${solver.machine.browser}, Node ${service.machine.node.slice(1)}).`,
    'Ours forms the score, burns the challenge and commits the record before it answers; ALTCHA (altcha 3.2.2, altcha-lib 2.8.0)',
    'keeps no record, Cap (@cap.js 4.0.5) remembers in memory. To repeat: `node_modules/.bin/node benchmarks/service/run.ts`,',
    '`benchmarks/solver/run.ts`, `benchmarks/widget/run.ts`, then `benchmarks/summarise.ts`.',
  ]
  const readme = new URL('../README.md', import.meta.url)
  const marked = /(<!-- figures[^>]*-->\n)[\s\S]*(<!-- \/figures -->)/u
  writeFileSync(
    readme,
    readFileSync(readme, 'utf8').replace(
      marked,
      (_all, begin: string, end: string) => `${begin}${lines.join('\n')}\n${end}`,
    ),
  )
}

function labTable(): string[] {
  if (lab === undefined) return []
  const { bots, genuine } = lab.summary
  const share = ({ count, of, interval }: z.infer<typeof rateSchema>) =>
    of === 0
      ? '–'
      : `${count} of ${of}${interval === null ? '' : ` (${Math.round(interval.low * 100)} to ${Math.round(interval.high * 100)} %)`}`
  const names = (ids: readonly string[]) => (ids.length === 0 ? 'nobody' : ids.join(', '))
  const withNames = (rate: z.infer<typeof rateSchema>, ids: readonly string[]) =>
    ids.length === 0 ? share(rate) : `${share(rate)}: ${ids.join(', ')}`
  return [
    '| bots of the lab, by class (95 % intervals) | noticed, of bots that checks were chosen on | noticed, of bots that nobody had tuned to | stopped | missed |',
    '| --- | --: | --: | --: | --- |',
    ...Object.entries(bots.classes).map(
      ([name, { seen, unseen, stopped, missed }]) =>
        `| ${classNames[name] ?? name} | ${share(seen.noticed)} | ${share(unseen.noticed)} | ${share(stopped)} | ${names(missed)} |`,
    ),
    `| all | ${share(bots.seen.noticed)} | ${share(bots.unseen.noticed)} | ${share(bots.stopped)} | |`,
    '',
    '| bots and genuine browsers moved by a hand outside them | Bollard | BotD 2.0.0 |',
    '| --- | --: | --: |',
    `| bots noticed where both ran | ${share(bots.foundWhereBotdRan)} | ${share(bots.botdFound)} |`,
    `| genuine visitors refused | ${withNames(genuine.refused, genuine.refusedIds)} | ${share(genuine.botdAccused)} |`,
    `| genuine visitors asked for more work | ${withNames(genuine.withExtraWork, genuine.withExtraWorkIds)} | |`,
    '',
    'Noticed: asked for more work, refused, or left without a token. Stopped: refused, or left without a token.',
    '',
  ]
}

/** What tokens cost somebody who has the source; nothing until that was measured. */
function priceTable(): string[] {
  const file = new URL('results/price-curve.json', import.meta.url)
  if (!existsSync(file)) return []
  const curve: PriceCurve = JSON.parse(readFileSync(file, 'utf8'))
  const held = curve.scenarios.filter(({ ok }) => ok).length
  return [
    `What tokens cost somebody who has the source, at a site with 100 visitors an hour (${curve.solver.kind} solver, ${Math.round(curve.solver.hashesPerSecond / 1e6)} MH/s; visitors on a phone with 10 MH/s):`,
    '',
    table(curve),
    '',
    `Of ${curve.scenarios.length} situations of a new installation, ${held} end as they must:`,
    '',
    verdicts(curve.scenarios),
    '',
  ]
}

function storageTable(): string[] {
  const row = (what: string, cell: (size: (typeof storage)[number]) => string) =>
    `| ${what} | ${storage.map(cell).join(' | ')} |`
  const ms = ({ medianMs, p95Ms }: { medianMs: number; p95Ms: number }) => `${medianMs} ms (${p95Ms} ms)`
  const worst = (pages: (typeof storage)[number]['log']) =>
    pages.reduce((so, page) => (page.medianMs > so.medianMs ? page : so))
  return [
    `| stored verifications; median (95 % stay below) | ${storage.map(({ millions }) => `${millions} million`).join(' | ')} |`,
    `| --- |${storage.map(() => ' --: |').join('')}`,
    row('first page of the log', ({ log }) => ms(find(log, ({ what }) => what === 'first page'))),
    row(`slowest of ${storage[0]?.log.length ?? 0} filters and places`, ({ log }) => ms(worst(log))),
    row('statistics of 30 days', ({ statistics }) =>
      ms(find(Object.entries(statistics), ([period]) => period === '30d')[1]),
    ),
    row('CPU of writing, beside an empty table', ({ writes }) => `${writes.cpuRatio} ×`),
    row('disk for each million', ({ diskMegabytesPerMillion: { all } }) => `${Math.round(all)} MB`),
  ]
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`results/${name}.json`, import.meta.url), 'utf8'))
}

function find<Item>(items: readonly Item[], matches: (item: Item) => boolean): Item {
  const found = items.find(matches)
  if (found === undefined) throw new Error('A result is missing: run the benchmarks first')
  return found
}
