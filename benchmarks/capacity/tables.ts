import type { Language } from '@bollard/i18n'
import { capacityOf, microsOf, shapes } from './capacity.ts'
import { assumptions, type Measured } from './inputs.ts'
import { texts } from './texts.ts'

/** The tables of content/<language>/docs/operate/capacity.mdx by the names of their places, as Markdown. */
export function tables(
  measured: Measured,
  language: Language,
): Readonly<Record<'machines' | 'measured' | 'assumed', string>> {
  return {
    machines: byMachines(measured, language),
    measured: figures(measured, language),
    assumed: assumed(language),
  }
}

function byMachines(measured: Measured, language: Language): string {
  const words = texts[language]
  const { rounded, euro, gigabytes } = writer(language)
  const rows = shapes.map((shape) => {
    const it = capacityOf(shape, measured)
    return `| ${[
      words.shapes[shape.machines],
      rounded(it.perSecond),
      words.limits[it.limit],
      `${rounded(it.millionsPerMonth)} ${words.millions}`,
      gigabytes(it.logGigabytes),
      gigabytes(it.archiveGigabytes),
      euro(it.euroPerMonth),
      euro(it.euroPerMillion),
    ].join(' | ')} |`
  })
  const heads = [
    words.installation,
    words.perSecond,
    words.limit,
    words.month,
    words.log,
    words.archive,
    words.euro,
    words.million,
  ]
  return [`| ${heads.join(' | ')} |`, '| --- | --: | --- | --: | --: | --: | --: | --: |', ...rows].join('\n')
}

function figures(measured: Measured, language: Language): string {
  const words = texts[language]
  const { exact, micros } = writer(language)
  const from = (name: keyof Measured['days']) => `\`benchmarks/results/${name}.json\`, ${measured.days[name]}`
  const { processes, database } = microsOf(measured)
  const row = (name: string, value: string, kind: string, source: string) =>
    `| ${name} | ${value} | ${kind} | ${source} |`
  const told = (name: keyof typeof words.figures, value: string, source: keyof Measured['days']) =>
    row(words.figures[name], value, words.measured, from(source))
  return [
    `| ${words.what} | ${words.value} | ${words.kind} | ${words.source} |`,
    '| --- | --: | --- | --- |',
    told('issue', micros(measured.issue), 'service'),
    told('verify', micros(measured.verify), 'service'),
    told('recorded', micros(measured.recorded), 'service'),
    told('redeemed', micros(measured.redeemed), 'rollups'),
    told('fact', micros(measured.fact), 'rollups'),
    told('perSecond', exact(measured.perSecond), 'service'),
    told('disk', `${exact(measured.megabytesPerMillion)} MB`, 'storage'),
    told('archived', `${exact(measured.archivedBytesPerRow)} B`, 'archive'),
    told('archiveMicros', micros(measured.archiveMicros), 'archive'),
    told('cells', writer(language).hundredths(measured.cells), 'cells'),
    told('flat', measured.flat.map(exact).join(' / '), 'soak'),
    row(words.figures.processes, micros(processes), words.arithmetic, ''),
    row(words.figures.database, micros(database), words.arithmetic, ''),
  ].join('\n')
}

function assumed(language: Language): string {
  const words = texts[language]
  const { exact, micros, euro, percent } = writer(language)
  const values: Partial<Record<keyof typeof words.figures, string>> = {
    cores: exact(assumptions.cores),
    planned: percent(assumptions.planned),
    average: percent(assumptions.average),
    redeemMicros: micros(assumptions.redeemMicros),
    logDays: exact(assumptions.logDays),
    archiveDays: exact(assumptions.archiveDays),
    machine: euro(assumptions.machinePerMonth),
    disks: euro(assumptions.diskGigabytePerMonth),
    storage: euro(assumptions.gigabytePerMonth),
  }
  return [
    `| ${words.what} | ${words.value} | ${words.kind} |`,
    '| --- | --: | --- |',
    ...Object.entries(words.figures).flatMap(([name, text]) => {
      const value = new Map(Object.entries(values)).get(name)
      return value === undefined ? [] : [`| ${text} | ${value} | ${words.assumed}, ${assumptions.asOf} |`]
    }),
  ].join('\n')
}

function writer(language: Language) {
  const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(language, { useGrouping: 'always', ...options }).format(value)
  return {
    exact: (value: number) => number(value, { maximumFractionDigits: 1 }),
    hundredths: (value: number) => number(value, { maximumFractionDigits: 2 }),
    /** Arithmetic is no better than two figures. */
    rounded: (value: number) => number(value, { maximumSignificantDigits: 2 }),
    micros: (value: number) => `${number(value, { maximumFractionDigits: 1 })} µs`,
    percent: (value: number) => number(value, { style: 'percent' }),
    euro: (value: number) => number(value, { style: 'currency', currency: 'EUR', maximumSignificantDigits: 3 }),
    gigabytes: (value: number) =>
      value < 1_000
        ? `${number(value, { maximumSignificantDigits: 2 })} GB`
        : `${number(value / 1_000, { maximumSignificantDigits: 2 })} TB`,
  }
}
