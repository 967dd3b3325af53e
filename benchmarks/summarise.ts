/**
 * Collects the figures that README and website quote, so that nobody types a number. Writes `results/figures.json` and the
 * generated blocks of the README. Run it after the benchmarks: node_modules/.bin/node benchmarks/summarise.ts
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { defaultWork } from '@bollard/bot-score'
import { z } from 'zod'
import { fillIn } from './attack-cost/fill-in.ts'
import { listProcessors, readAll, readRatios } from './by-processor.ts'
import { type PriceCurve, shortTable, verdicts } from './price-curve/report.ts'

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
  results: z.array(z.object({ kind: z.enum(['bot', 'genuine']), decision: z.string(), score: z.number().nullable() })),
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
/** What the README calls the classes of bots. */
const classNames: Readonly<Record<string, string>> = {
  default: 'stock automation',
  agents: 'AI agent tools',
  stealth: 'stealth automation',
  'os-input': 'input from the operating system',
  protocol: 'scripts without a browser',
  'dom-emulator': 'the widget in an emulated DOM',
  farm: 'one browser, many tokens',
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
const kumaSchema = z.object({
  peer: z.string(),
  runs: z.array(
    z.object({
      monitors: z.number(),
      kuma: z.object({ firstRoundSeconds: z.number() }),
      engine: z.object({ firstRoundSeconds: z.number() }),
      cpuTimesKuma: z.number(),
    }),
  ),
})

// Absolute figures come from the newest run, ratios from the processor that is worst for us.
const solvers = z.array(solverSchema).min(1).parse(readAll('solver'))
const services = z.array(serviceSchema).min(1).parse(readAll('service'))
const solver = find(solvers, () => true)
const service = find(services, () => true)
const widget = widgetSchema.parse(read('widget'))
const equix = equixSchema.parse(read('equix'))
/** Undefined until the whole lab has run. */
const lab = labSchema.safeParse(read('bot-lab')).data
const storage = Object.entries(storageSchema.parse(read('storage')).sizes)
  .map(([millions, size]) => ({ millions: Number(millions), ...size }))
  .filter(({ millions }) => millions >= 1)
  .toSorted((one, other) => one.millions - other.millions)
const collector = find(collectorSchema.parse(read('collector')).results, ({ slowdown }) => slowdown === 1)

// Medians, not best rounds: what a visitor's browser does, not the most it could do.
const megahashes = (prefix: string, of = solver) => find(of.results, ({ name }) => name.startsWith(prefix)).median
const micros = (operation: 'issue' | 'verify', prefix: string, of = service) =>
  find(of.results, (row) => row.operation === operation && row.contender.startsWith(prefix)).cpuMicros
/** How many times as many hashes we do as a peer, at least. */
const fasterMin = (peer: 'altcha' | 'cap', prefix: string) =>
  lowest(
    solvers.map((of) => megahashes('Bollard, WebAssembly', of) / megahashes(prefix, of)),
    readRatios('solver').map(({ hashes }) => hashes?.[peer]),
  )
/** How many times our CPU time a peer's is, at least. */
const cheaperMin = (operation: 'issue' | 'verify', peer: 'altcha' | 'cap', prefix: string) =>
  lowest(
    services.map((of) => micros(operation, prefix, of) / micros(operation, 'Bollard', of)),
    readRatios('service').map((ratios) => ratios[operation]?.[peer]),
  )
const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10

const verified = find(service.results, (row) => row.operation === 'verify' && row.contender.startsWith('Bollard'))

const figures = {
  widget: { ours: kilobytes(widget.ours), altcha: kilobytes(widget.altcha), cap: kilobytes(widget.cap) },
  languages: languages(),
  solver: {
    ours: megahashes('Bollard, WebAssembly'),
    script: megahashes('Bollard, script'),
    altcha: megahashes('altcha'),
    cap: megahashes('@cap.js/wasm'),
    fasterThan: { altcha: fasterMin('altcha', 'altcha'), cap: fasterMin('cap', '@cap.js/wasm') },
  },
  // What a visitor's browser computes who has nothing against them, in one thread.
  wait: { seconds: Math.round((defaultWork.min / (megahashes('Bollard, WebAssembly') * 1e6)) * 100) / 100 },
  service: {
    issueMicroseconds: micros('issue', 'Bollard'),
    verifyMicroseconds: micros('verify', 'Bollard'),
    verificationsPerSecond: verified.requestsPerSecond,
    p99Milliseconds: verified.p99Ms,
    floor: {
      issueMicroseconds: micros('issue', 'Fastify alone'),
      verifyMicroseconds: micros('verify', 'Fastify alone'),
    },
    altcha: {
      issueMicroseconds: micros('issue', 'altcha-lib'),
      verifyMicroseconds: micros('verify', 'altcha-lib'),
      issueTimes: cheaperMin('issue', 'altcha', 'altcha-lib'),
      verifyTimes: cheaperMin('verify', 'altcha', 'altcha-lib'),
    },
    cap: {
      issueMicroseconds: micros('issue', '@cap.js/server'),
      verifyMicroseconds: micros('verify', '@cap.js/server'),
      issueTimes: cheaperMin('issue', 'cap', '@cap.js/server'),
      verifyTimes: cheaperMin('verify', 'cap', '@cap.js/server'),
    },
  },
  lab: lab?.summary ?? null,
  collector: { totalMilliseconds: collector.totalCpuMs, longestTaskMilliseconds: collector.longestTaskCpuMs },
  measuredOn: [solver.measuredAt, service.measuredAt, widget.measuredOn].toSorted()[0],
}
writeFileSync(new URL('results/figures.json', import.meta.url), `${JSON.stringify(figures, null, 2)}\n`)
if (lab !== undefined) writeLabScores(lab)
writeReadme()
console.log(figures)

/** The scores alone, for pages that let a threshold be moved over them: a thirtieth of what the lab writes. */
function writeLabScores({ measuredAt, results }: z.infer<typeof labSchema>): void {
  const counted = results.filter(({ decision }) => decision !== 'BROKEN')
  const scoresOf = (kind: 'bot' | 'genuine') =>
    counted
      .flatMap((visitor) => (visitor.kind === kind && visitor.score !== null ? [visitor.score] : []))
      .toSorted((one, other) => one - other)
  const bots = scoresOf('bot')
  const botsWithoutScore = counted.filter(({ kind }) => kind === 'bot').length - bots.length
  const scores = { measuredAt, bots, genuine: scoresOf('genuine'), botsWithoutScore }
  writeFileSync(new URL('results/lab-scores.json', import.meta.url), `${JSON.stringify(scores)}\n`)
}

function writeReadme(): void {
  const readme = new URL('../README.md', import.meta.url)
  const blocks = { strengths: strengths(), figures: figureTables() }
  const filled = Object.entries(blocks).reduce(
    (text, [name, lines]) => fillIn(text, name, lines.join('\n')),
    readFileSync(readme, 'utf8'),
  )
  writeFileSync(readme, filled)
}

/** The three bullets of the README's first screen. */
function strengths(): string[] {
  const { widget: size, lab: measured } = figures
  const percent = (share: number) => Math.round(share * 100)
  return [
    '- **Drop-in.** Coming from reCAPTCHA, hCaptcha or Turnstile? [Change two lines](content/en/docs/moving/overview.mdx). Your client libraries keep working.',
    `- **Explainable.** Every verification keeps its score and its reasons in plain words, in the dashboard and in the API. ${figures.languages} languages, ${size.ours} kB on your page.`,
    ...(measured === null
      ? []
      : [
          `- **Measured.** ${measured.bots.unseen.noticed.count} of ${measured.bots.unseen.noticed.of} bots in our [lab](benchmarks/bot-lab/README.md) that nobody had tuned the checks to were noticed, and ${measured.genuine.refused.count} of ${measured.genuine.refused.of} real browsers were blocked (95% interval: ${percent(measured.genuine.refused.interval?.low ?? 0)}–${percent(measured.genuine.refused.interval?.high ?? 1)}%). [What it doesn't stop](#what-it-doesnt-stop) is written down too.`,
        ]),
  ]
}

/** How many languages the widget speaks. */
function languages(): number {
  return readdirSync(new URL('../client/widget/i18n/', import.meta.url)).filter((file) => file.endsWith('.json')).length
}

function figureTables(): string[] {
  const { widget: size, solver: rate, service: cost } = figures
  const times = (ours: number, peer: number) => `${(Math.round((peer / ours) * 10) / 10).toFixed(1)}×`
  const floors = Object.values(cost.floor)
  const otherLanguage = find(widget.files, ({ file }) => file === 'first visit, other language').gzip - widget.ours
  const waits = Math.max(...equix.waits.map(({ p95OverMean }) => p95OverMean))
  return [
    '| | Bollard | ALTCHA | Cap |',
    '| --- | --: | --: | --: |',
    `| Download on the first visit, gzip (a language other than English adds up to ${kilobytes(otherLanguage)} kB) | ${size.ours} kB | ${size.altcha} kB (${times(size.ours, size.altcha)}) | ${size.cap} kB (${times(size.ours, size.cap)}) |`,
    `| Hashes per second, one Chromium thread | ${rate.ours} M | ${rate.altcha} M (1/${rate.fasterThan.altcha.toFixed(0)}) | ${rate.cap} M (1/${rate.fasterThan.cap.toFixed(1)}) |`,
    `| Hashes per second where WebAssembly is forbidden | ${rate.script} M | | |`,
    `| Equi-X in one Chromium thread: one nonce, checking one solution | ${equix.chromium.nonceMs.total} ms, ${equix.verifyMicros} µs | | |`,
    `| Solving time that 95% of visitors stay below, as a multiple of the mean | ${solver.spread.p95OverMean} (SHA-256), ${waits} (Equi-X) | | |`,
    `| Main-thread CPU of the widget and its checks, from script load to token: median (worst) | ${collector.totalCpuMs.median} ms (${collector.totalCpuMs.worst} ms); longest task ${collector.longestTaskCpuMs.median} ms (${collector.longestTaskCpuMs.worst} ms) | | |`,
    `| Server CPU to issue a challenge over HTTP | ${cost.issueMicroseconds} µs | ${cost.altcha.issueMicroseconds} µs (${cost.altcha.issueTimes.toFixed(1)}×) | ${cost.cap.issueMicroseconds} µs (${cost.cap.issueTimes.toFixed(1)}×) |`,
    `| Server CPU to verify an answer over HTTP | ${cost.verifyMicroseconds} µs | ${cost.altcha.verifyMicroseconds} µs (${cost.altcha.verifyTimes.toFixed(1)}×) | ${cost.cap.verifyMicroseconds} µs (${cost.cap.verifyTimes.toFixed(1)}×) |`,
    `| Verifications per second, one process sharing two cores with PostgreSQL and the load generator | ${cost.verificationsPerSecond.toLocaleString('en')}, p99 ${cost.p99Milliseconds} ms | | |`,
    '',
    `Medians of interleaved rounds within one run per benchmark (${solver.machine.cpu}, ${solver.machine.cores} cores shared by every program of the run, ${solver.machine.browser}, Node ${service.machine.node.slice(1)}).`,
    `Ratios in brackets are the lowest of all processors measured (${[...new Set([...listProcessors('service'), ...listProcessors('solver')])].join(', ')}).`,
    'Bollard computes the score, burns the challenge and commits the record before it answers. ALTCHA (altcha 3.2.2, altcha-lib 2.8.0) keeps no record;',
    `Cap (@cap.js 4.0.5) keeps it in memory. An HTTP call that only parses its body costs ${Math.min(...floors)} to ${Math.max(...floors)} µs in the same run; on a shared machine`,
    'all of these rise and fall together. [benchmarks/README.md](benchmarks/README.md) says how to repeat each measurement.',
    '',
    ...monitoringLines(),
    '',
    ...labTable(),
    ...storageTable(),
    '',
    ...priceTable(),
  ]
}

function monitoringLines(): string[] {
  const { peer, runs } = kumaSchema.parse(read('monitoring-kuma'))
  const list = (words: readonly string[]) => new Intl.ListFormat('en').format(words)
  const cpu = runs.map(
    ({ monitors, cpuTimesKuma }) => `${cpuTimesKuma}× with ${monitors.toLocaleString('en')} monitors`,
  )
  const first = runs.map(({ engine, kuma }) => `${engine.firstRoundSeconds} s instead of ${kuma.firstRoundSeconds} s`)
  return [
    `A check of monitoring takes less CPU than one of ${peer}, our PostgreSQL included: ${list(cpu)}.`,
    `The first round of all checks after a start takes ${list(first)}.`,
  ]
}

function labTable(): string[] {
  if (lab === undefined) return []
  const { bots, genuine } = lab.summary
  const share = ({ count, of, interval }: z.infer<typeof rateSchema>) =>
    of === 0
      ? '–'
      : `${count} of ${of}${interval === null ? '' : ` (${Math.round(interval.low * 100)}–${Math.round(interval.high * 100)}%)`}`
  const names = (ids: readonly string[]) => (ids.length === 0 ? 'none' : ids.join(', '))
  const withNames = (rate: z.infer<typeof rateSchema>, ids: readonly string[]) =>
    ids.length === 0 ? share(rate) : `${share(rate)}: ${ids.join(', ')}`
  return [
    'Bots in the lab, by class, with 95% intervals. *Noticed* means asked for more work, blocked, or left without a token; *stopped* means blocked or left',
    'without a token. *Tuned* bots are the ones the checks were chosen on; *unseen* bots were written by outside authors and nobody tuned to them.',
    '',
    '| Class | Noticed, tuned | Noticed, unseen | Stopped | Missed |',
    '| --- | --: | --: | --: | --- |',
    ...Object.entries(bots.classes).map(
      ([name, { seen, unseen, stopped, missed }]) =>
        `| ${classNames[name] ?? name} | ${share(seen.noticed)} | ${share(unseen.noticed)} | ${share(stopped)} | ${names(missed)} |`,
    ),
    `| **All** | ${share(bots.seen.noticed)} | ${share(bots.unseen.noticed)} | ${share(bots.stopped)} | |`,
    '',
    '| Bots, and real browsers operated by input from outside the browser | Bollard | BotD 2.0.0 |',
    '| --- | --: | --: |',
    `| Bots noticed, where both ran | ${share(bots.foundWhereBotdRan)} | ${share(bots.botdFound)} |`,
    `| Real visitors blocked (BotD: called a bot) | ${withNames(genuine.refused, genuine.refusedIds)} | ${share(genuine.botdAccused)} |`,
    `| Real visitors asked for more work | ${withNames(genuine.withExtraWork, genuine.withExtraWorkIds)} | |`,
    '',
  ]
}

/** What tokens cost an attacker who has the source; empty until it was measured. */
function priceTable(): string[] {
  const file = new URL('results/price-curve.json', import.meta.url)
  if (!existsSync(file)) return []
  const curve: PriceCurve = JSON.parse(readFileSync(file, 'utf8'))
  const failed = curve.scenarios.filter(({ ok }) => !ok)
  return [
    `What tokens cost an attacker who has the source, at a site with 100 visitors an hour (${curve.solver.kind} solver, ${Math.round(curve.solver.hashesPerSecond / 1e6)} MH/s). [Every row](content/en/docs/concepts/attack-cost.mdx#what-a-token-costs-an-attacker-who-has-the-source) also shows what visitors notice of the attack.`,
    '',
    shortTable(curve),
    '',
    `We wrote down ${curve.scenarios.length} [guarantees for a new installation](content/en/docs/concepts/attack-cost.mdx#guarantees-for-a-new-installation). ${curve.scenarios.length - failed.length} hold. These ${failed.length} don't:`,
    '',
    verdicts(failed),
  ]
}

function storageTable(): string[] {
  const row = (what: string, cell: (size: (typeof storage)[number]) => string) =>
    `| ${what} | ${storage.map(cell).join(' | ')} |`
  const ms = ({ medianMs, p95Ms }: { medianMs: number; p95Ms: number }) => `${medianMs} ms (${p95Ms} ms)`
  const worst = (pages: (typeof storage)[number]['log']) =>
    pages.reduce((so, page) => (page.medianMs > so.medianMs ? page : so))
  return [
    `| Stored verifications: median (95th percentile) | ${storage.map(({ millions }) => `${millions} million`).join(' | ')} |`,
    `| --- |${storage.map(() => ' --: |').join('')}`,
    row('First page of the log', ({ log }) => ms(find(log, ({ what }) => what === 'first page'))),
    row(`Slowest of ${storage[0]?.log.length ?? 0} filters and pages of the log`, ({ log }) => ms(worst(log))),
    row('Statistics of 30 days', ({ statistics }) =>
      ms(find(Object.entries(statistics), ([period]) => period === '30d')[1]),
    ),
    row('CPU per write, compared with an empty table', ({ writes }) => `${writes.cpuRatio}×`),
    row('Disk space per million', ({ diskMegabytesPerMillion: { all } }) => `${Math.round(all)} MB`),
  ]
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`results/${name}.json`, import.meta.url), 'utf8'))
}

/** The smallest of the ratios that are known. */
function lowest(...lists: (number | undefined)[][]): number {
  return Math.min(...lists.flat().filter((ratio) => ratio !== undefined))
}

function find<Item>(items: readonly Item[], matches: (item: Item) => boolean): Item {
  const found = items.find(matches)
  if (found === undefined) throw new Error('A result is missing: run the benchmarks first')
  return found
}
