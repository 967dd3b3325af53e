import type { Weights } from '@bollard/bot-score'
import type { Comparison } from './compare-decisions.ts'
import { checksByCode } from './labelled.ts'
import type { Bar, Measures, Rate } from './measure.ts'

const barNames: Record<Bar, string> = {
  'more-work': 'more work or refused (score from 0.3)',
  refused: 'refused (hard evidence, score from 0.5)',
  'score-only': 'score from 0.5, hard or not',
}

export interface FitReport {
  readonly people: number
  readonly bots: number
  readonly patterns: number
  readonly outdated: number
  readonly folds: number
  readonly today: Measures
  readonly fitted: Measures
  readonly weights: Weights
}

/** The report of a fit, as text. */
export function describeFit(report: FitReport): string {
  const { people, bots, patterns, outdated, folds, today, fitted, weights } = report
  return [
    `${people} people and ${bots} bots were labelled, with ${patterns} different sets of evidence.`,
    ...(outdated > 0
      ? [`${outdated} of them carry codes that this version does not know; those codes were ignored.`]
      : []),
    `Judged by cross-validation in ${folds} parts: no verification by weights that were fitted to it.`,
    '',
    table([
      ['', "today's weights", 'new weights'],
      ['Brier score', today.brier.toFixed(4), fitted.brier.toFixed(4)],
      ['log loss', today.logLoss.toFixed(4), fitted.logLoss.toFixed(4)],
      ...today.atBars.flatMap(({ bar, peopleHit, botsHit }, index) => [
        [`people: ${barNames[bar]}`, rate(peopleHit), rate(fitted.atBars[index]?.peopleHit ?? null)],
        [`bots: ${barNames[bar]}`, rate(botsHit), rate(fitted.atBars[index]?.botsHit ?? null)],
      ]),
    ]),
    '',
    'Reliability: of those whom the score, fitted to the share of bots among the labels, expects to be bots, how many were?',
    table([
      ['expected', "today's: n", 'mean', 'were bots', 'new: n', 'mean', 'were bots'],
      ...today.reliability.map((bin, index) => [
        `${percent(bin.from)}–${percent(bin.to)}`,
        ...cells(bin),
        ...cells(fitted.reliability[index]),
      ]),
    ]),
    '',
    'Weights in log-odds (positive = bot):',
    table([
      ['', "today's", 'new'],
      ...Object.entries(weights).map(([code, weight]) => [
        code,
        String(checksByCode.get(code)?.weight ?? ''),
        weight.toFixed(3),
      ]),
    ]),
  ].join('\n')
}

/** What would be decided otherwise, as text. */
export function describeComparison({ rounds, changed, changes }: Comparison, days: number): string {
  if (rounds === 0) return `No verification of the last ${days} days has a shadow score. Is SHADOW_WEIGHTS set?`
  return [
    `${rounds} answered challenges of the last ${days} days were scored with both; ${changed} (${percent(changed / rounds, 2)}) would have been decided otherwise.`,
    ...changes.flatMap(({ from, to, n, people, bots, codes }) => [
      '',
      `${from} → ${to}: ${n} (labelled: ${people} people, ${bots} bots)`,
      ...codes.map(({ code, n: own }) => `  ${String(own).padStart(String(n).length)} × ${code}`),
    ]),
  ].join('\n')
}

function cells(bin: Measures['reliability'][number] | undefined): string[] {
  if (!bin || bin.expected === null || bin.found === null) return ['0', '–', '–']
  return [
    String(bin.n),
    percent(bin.expected, 1),
    `${percent(bin.found.share, 1)} (${percent(bin.found.low, 1)}–${percent(bin.found.high, 1)})`,
  ]
}

function rate(value: Rate | null): string {
  if (value === null) return '–'
  return `${percent(value.share, 2)} (${percent(value.low, 2)}–${percent(value.high, 2)}; ${value.count} of ${value.of})`
}

function percent(share: number, digits = 0): string {
  return `${(share * 100).toFixed(digits)} %`
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}
