import { locales } from '@bollard/i18n'
import { clip } from './shown-value.ts'
import { fill, type MailLanguage, textsOf } from './texts.ts'

/** Verifications with a result. */
export interface WeekCounts {
  readonly passed: number
  readonly refused: number
}

export interface ReportedSolution {
  readonly name: string
  readonly week: WeekCounts
  readonly before: WeekCounts
  readonly openAlerts: number
}

/** More would be cut off, and nobody reads them in a mail. */
const solutionsMax = 12
const nameLengthMax = 60
const dayMs = 86_400_000

/** What the weekly report says; `day` is the one after its last, such as `2026-11-23`. The solutions with the most visitors come first. */
export function weeklyReportValues(
  language: MailLanguage,
  { day, solutions }: { readonly day: string; readonly solutions: readonly ReportedSolution[] },
): { readonly period: string; readonly summary: string } {
  const end = Date.parse(`${day}T00:00:00Z`)
  const range = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).formatRangeToParts(
    end - 7 * dayMs,
    end - dayMs,
  )
  // Subjects have plain spaces, and days have no zero before them, which Italian ranges bring.
  const period = range
    .map(({ type, value }) => (type === 'day' ? value.replace(/^0/u, '') : value))
    .join('')
    .replaceAll(/\s+/gu, ' ')
  const shown = solutions.toSorted((a, b) => sumOf(b.week) - sumOf(a.week)).slice(0, solutionsMax)
  const more = solutions.length - shown.length
  const texts = textsOf(language).weeklyReport
  const rest = more > 0 ? [fill(texts.more, { count: countIn(language, more) })] : []
  return { period, summary: [...shown.map((solution) => describe(language, solution)), ...rest].join('\n\n') }
}

function describe(language: MailLanguage, { name, week, before, openAlerts }: ReportedSolution): string {
  const texts = textsOf(language).weeklyReport
  const [all, former] = [sumOf(week), sumOf(before)]
  const percent = new Intl.NumberFormat(locales[language], { style: 'percent', maximumFractionDigits: 1 })
  return [
    clip(name.replaceAll(/\s+/gu, ' '), nameLengthMax),
    fill(texts.verifications, { count: countIn(language, all), compared: compare(language, all, former) }),
    ...(all === 0
      ? []
      : [
          fill(texts.shares, {
            passed: percent.format(week.passed / all),
            refused: percent.format(week.refused / all),
          }),
        ]),
    ...(openAlerts === 0 ? [] : [fill(texts.alerts, { count: countIn(language, openAlerts) })]),
  ].join('\n')
}

function compare(language: MailLanguage, all: number, former: number): string {
  const texts = textsOf(language).weeklyReport
  if (former === 0) return texts.noneBefore
  const change = new Intl.NumberFormat(locales[language], {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
    roundingMode: 'trunc',
  })
  return fill(texts.compared, { change: change.format(all / former - 1), before: countIn(language, former) })
}

function countIn(language: MailLanguage, count: number): string {
  return new Intl.NumberFormat(locales[language]).format(count)
}

const sumOf = ({ passed, refused }: WeekCounts): number => passed + refused
