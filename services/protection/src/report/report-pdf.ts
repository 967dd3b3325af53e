import type { JointReport } from '@bollard/contracts'
import { fillText, type Language, locales } from '@bollard/i18n'
import { readAllTexts } from '@bollard/i18n/load'
import type decisions from '@bollard/i18n/texts/decisions/en.json'
import type reasons from '@bollard/i18n/texts/reasons/en.json'
import type en from '@bollard/i18n/texts/report/en.json'

const texts = readAllTexts<typeof en>('report')
const ofDecisions = readAllTexts<typeof decisions>('decisions')
/** How a browser speaks has codes of the captcha's score. */
const ofScore = readAllTexts<typeof reasons>('reasons')

/** A month such as `2026-11` in words. */
export function monthInWords(month: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { year: 'numeric', month: 'long', timeZone: 'UTC' })
  return format.format(new Date(`${month}-15T00:00:00Z`))
}

/** The report as PDF/A, as it is at a moment; that of a month that is over is the same whenever it is written. */
export async function writeReportPdf(report: JointReport, language: Language, at: Date): Promise<Buffer> {
  const words = texts[language]
  const until = report.complete ? new Date(report.to) : at
  // Loaded with the first report: with its fonts it takes a tenth of a second.
  const { writeTextPdf } = await import('@bollard/pdf/text')
  return writeTextPdf({
    language,
    title: fillText(words.title, { month: monthInWords(report.month, language) }),
    state: stateOf(report, language, until),
    day: until.toISOString().slice(0, 10),
    author: [],
    html: bodyOf(report, language),
    // Whose it is stands in `state`.
    address: null,
    pageOf: (page, pages) => fillText(words.page, { page: String(page), pages: String(pages) }),
  })
}

/** Whose report it is, in which days; and of when, where the month still runs. */
export function stateOf({ complete, solution, timeZone }: JointReport, language: Language, until: Date): string {
  const words = texts[language]
  const date = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone })
  return fillText(complete ? words.state : words.stateOpen, {
    solution: solution.label,
    zone: timeZone === 'Etc/UTC' ? 'UTC' : timeZone,
    date: date.format(until),
  })
}

/** Headings, paragraphs and tables, with everything in them escaped. */
export function bodyOf(report: JointReport, language: Language): string {
  const words = texts[language]
  const format = formatsOf(language)
  const { captcha, protection, uptime } = report
  const parts = [
    captcha === null ? '' : heading(2, words.captcha) + figures(captcha, language),
    protection === null ? '' : heading(2, words.protection) + protectionBody(protection, language),
    ...uptime.map(
      ({ label, services }) =>
        heading(2, fillText(words.uptime, { solution: label })) +
        table(
          [words.columns.service, words.columns.uptime, words.columns.down, words.columns.outages],
          services.map(({ name, uptimePercent, downSeconds, outages }) => [
            name,
            uptimePercent === null ? words.none : format.percent(uptimePercent / 100),
            format.minutes(downSeconds / 60),
            format.whole(outages),
          ]),
        ),
    ),
  ].join('')
  return parts === '' ? paragraph(words.nothing) : parts
}

type Protection = NonNullable<JointReport['protection']>
type Change = Protection['requests']

function protectionBody({ mistakes, topPaths, topReasons, ...rest }: Protection, language: Language): string {
  const words = texts[language]
  const { whole, rate } = formatsOf(language)
  const { path, stopped, reason, requests } = words.columns
  const share =
    mistakes === null
      ? words.noMistakes
      : fillText(words.mistakes, {
          share: rate(mistakes.share),
          low: rate(mistakes.low),
          high: rate(mistakes.high),
          count: whole(mistakes.count),
          of: whole(mistakes.of),
        })
  const ranking = (title: string, heads: string[], rows: readonly (readonly [string, number])[]): string =>
    rows.length === 0
      ? ''
      : heading(3, title) +
        table(
          heads,
          rows.map(([name, count]) => [name, whole(count)]),
        )
  return [
    figures(rest, language),
    paragraph(share),
    ranking(
      words.paths,
      [path, stopped],
      topPaths.map((one) => [one.path, one.stopped] as const),
    ),
    ranking(
      words.reasons,
      [reason, requests],
      topReasons.map((one) => [reasonInWords(one.code, language), one.requests] as const),
    ),
  ].join('')
}

/** A code newer than our texts is shown as it is. */
function reasonInWords(code: string, language: Language): string {
  const known: Readonly<Record<string, string>> = { ...ofScore[language], ...ofDecisions[language].reasons }
  return known[code] ?? code
}

/** Each figure beside the month before. */
function figures(changes: Readonly<Record<string, Change>>, language: Language): string {
  const words = texts[language]
  const names: Readonly<Record<string, string>> = words.figures
  const shown = (name: string, value: number | null): string =>
    value === null ? words.none : (formatsOf(language).byName[name] ?? formatsOf(language).whole)(value)
  return table(
    [words.columns.figure, words.columns.now, words.columns.before],
    Object.entries(changes).map(([name, { now, before }]) => [
      names[name] ?? name,
      shown(name, now),
      shown(name, before),
    ]),
  )
}

function formatsOf(language: Language) {
  const number = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(locales[language], options)
    return (value: number): string => format.format(value)
  }
  const rate = number({ style: 'percent', maximumFractionDigits: 1 })
  return {
    whole: number({ maximumFractionDigits: 0 }),
    /** As pages show it. */
    rate,
    /** Of the time that something was up, where a thousandth counts. */
    percent: number({ style: 'percent', maximumFractionDigits: 3 }),
    minutes: number({ style: 'unit', unit: 'minute', maximumFractionDigits: 1 }),
    byName: {
      passRate: (value: number) => rate(value / 100),
      checkMsMedian: number({ style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 }),
      savedBytes: (value: number) =>
        number({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })(value / 1_000_000),
    } as Readonly<Record<string, (value: number) => string>>,
  }
}

function heading(level: 2 | 3, text: string): string {
  return `<h${level}>${escaped(text)}</h${level}>`
}

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`
}

/** The first column says what the figures in the others are. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: 'th' | 'td', cells: readonly string[]): string =>
    `<tr>${cells.map((cell, index) => `<${tag}${index === 0 ? '' : ' align="right"'}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  const body = rows.map((row) => line('td', row)).join('')
  return `<table><thead>${line('th', heads)}</thead><tbody>${body}</tbody></table>`
}

/** Labels and paths are what people wrote; characters that no XML may hold are left out. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
