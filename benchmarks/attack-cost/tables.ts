import { assumptions } from './assumptions.ts'
import { cheapestPerVisitorSecond, type Cost, costOf, type Work } from './cost.ts'
import { type Language, texts } from './texts.ts'
import { equixWork, type Level, levels, type Measured, sha256Work } from './work-of.ts'

/** A comment that the reader does not see and that searches find: the figure is to come from this file. */
const missing = '{/* figure: benchmarks/results/equix.json */}'

/** The tables of content/{en,de}/docs/concepts/attack-cost.mdx by the names of their places, as Markdown. */
export function tables(
  measured: Measured,
  language: Language,
): Readonly<Record<'sha256' | 'equix' | 'compared' | 'assumptions', string>> {
  const words = texts[language]
  const equix = (level: Level) => equixWork(levels[level], measured)
  return {
    sha256: workTable(
      ['least', 'ordinary', 'suspicious', 'stepUp', 'most'],
      (level) => sha256Work(levels[level], measured),
      language,
    ),
    equix:
      equix('suspicious') === undefined
        ? `${words.notMeasured} ${missing}`
        : workTable(['suspicious', 'stepUp', 'most'], equix, language),
    compared: compared(measured, language),
    assumptions: assumed(language),
  }
}

function workTable(rows: readonly Level[], workOf: (level: Level) => Work | undefined, language: Language): string {
  const words = texts[language]
  const write = writer(language)
  const row = (level: Level) => {
    const work = workOf(level)
    if (work === undefined) return []
    const cost = costOf(work)
    const server = cost.cpuThreadSolves * assumptions.serverThreads.value
    return [
      `| ${words.levels[level]} | ${write(cost.visitorSeconds)} s | ${write(cost.cpuPer1000 * 100)} ct | ${write(cost.gpuPer1000 * 100)} ct | ${write(server)} | ${write(cost.gpuSolves)} |`,
    ]
  }
  return [
    `| ${words.work} | ${words.visitor} | ${words.cpu} | ${words.gpu} | ${words.server} | ${words.card} |`,
    '| --- | --: | --: | --: | --: | --: |',
    ...rows.flatMap(row),
  ].join('\n')
}

function compared(measured: Measured, language: Language): string {
  const words = texts[language]
  const write = writer(language)
  const threads = ({ gpuSolves, visitorSeconds }: Cost) => `${write(gpuSolves * visitorSeconds)} Threads`
  const row = (name: string, work: Work | undefined) => {
    if (work === undefined) return `| ${name} | ${words.notMeasured} ${missing} | |`
    const cost = costOf(work)
    return `| ${name} | ${write(cheapestPerVisitorSecond(cost) * 100)} ct | ${language === 'en' ? threads(cost).toLowerCase() : threads(cost)} |`
  }
  return [
    `| ${words.kind} | ${words.cheapest} | ${words.gpuBesideBrowser} |`,
    '| --- | --: | --: |',
    row('SHA-256', sha256Work(levels.ordinary, measured)),
    row('Equi-X', equixWork(levels.stepUp, measured)),
  ].join('\n')
}

function assumed(language: Language): string {
  const words = texts[language]
  const write = writer(language)
  const units = {
    cpuHashesPerSecond: (value: number) => `${write(value / 1e6)} MH/s`,
    cpuThreadPrice: (value: number) => `${write(value * 100)} ct`,
    gpuHashesPerSecond: (value: number) => `${write(value / 1e6)} MH/s`,
    gpuPrice: (value: number) => `${write(value * 100)} ct`,
    nativeSpeedup: (value: number) => `${write(value)} ×`,
    gpuProgramsPerSecond: (value: number) => `${write(value)}/s`,
    proxyTrafficPrice: (value: number) => `${write(value * 100)} ct`,
  }
  const names = [
    'cpuHashesPerSecond',
    'cpuThreadPrice',
    'gpuHashesPerSecond',
    'gpuPrice',
    'nativeSpeedup',
    'gpuProgramsPerSecond',
    'proxyTrafficPrice',
  ] as const
  return [
    `| ${words.what} | ${words.value} | ${words.asOf} | ${words.source} |`,
    '| --- | --: | --- | --- |',
    ...names.map(
      (name) =>
        `| ${words.assumed[name]} | ${units[name](assumptions[name].value)} | ${assumptions[name].asOf} | ${assumptions[name].source} |`,
    ),
  ].join('\n')
}

/** Two digits are all that the assumptions bear. */
function writer(language: Language): (value: number) => string {
  const format = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 })
  return (value) => format.format(value)
}
