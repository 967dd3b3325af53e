import { type ShareInterval, wilsonInterval } from '@bollard/bot-score'
import type { Visitor } from './visitor.ts'

/**
 * What became of a visit. NONE: the visitor got no verdict and no token, so the form stayed shut. BROKEN: the visitor
 * itself failed, which says nothing about the service.
 */
export type Decision = 'PASSED' | 'FLAGGED' | 'REFUSED' | 'NONE' | 'BROKEN'

export interface Reason {
  readonly code: string
  readonly group: string
  /** Log-odds, positive = bot. */
  readonly weight: number
}

export interface Result extends Pick<Visitor, 'id' | 'kind' | 'class' | 'stack' | 'half' | 'describe'> {
  readonly decision: Decision
  /** 0 = person, 1 = bot; null without a verification. */
  readonly score: number | null
  readonly rounds: number | null
  readonly reasons: readonly Reason[]
  /** What BotD said in the same visit; null where it never answered. */
  readonly botd: string | null
  readonly seconds: number
  /** Why it is BROKEN or NONE. */
  readonly detail: string | null
}

/** How many of a group, and the share with its 95 % interval (Wilson's); null for an empty group. */
export interface Rate {
  readonly count: number
  readonly of: number
  readonly interval: ShareInterval | null
}

export interface Summary {
  readonly broken: readonly string[]
  readonly bots: {
    /** Bots that got a score below the step-up and so were taken for people. */
    readonly belowStepUp: Rate
    readonly belowStepUpIds: readonly string[]
    /** Bots with no way in: refused, or without any verdict. */
    readonly stopped: Rate
    readonly refused: Rate
    readonly withoutVerdict: Rate
    readonly seen: { readonly atOrAboveStepUp: Rate; readonly stopped: Rate }
    readonly unseen: { readonly atOrAboveStepUp: Rate; readonly stopped: Rate }
    /** Of the bots in whose page BotD ran. */
    readonly botdFound: Rate
    /** Of the same bots, for the comparison. */
    readonly foundWhereBotdRan: Rate
  }
  readonly genuine: {
    readonly refused: Rate
    readonly withoutVerdict: Rate
    readonly withExtraWork: Rate
    readonly botdAccused: Rate
  }
}

/** Sums up a run. Broken visitors count nowhere but in their own list. */
export function summarise(results: readonly Result[], stepUpFrom: number): Summary {
  const measured = results.filter(({ decision }) => decision !== 'BROKEN')
  const bots = measured.filter(({ kind }) => kind === 'bot')
  const people = measured.filter(({ kind }) => kind === 'genuine')
  const withBotd = bots.filter(({ botd }) => botdAnswered(botd))
  const isBelow = ({ decision, score }: Result) => decision !== 'REFUSED' && score !== null && score < stepUpFrom
  const isFound = (result: Result) => !isBelow(result)
  const isRefused = ({ decision }: Result) => decision === 'REFUSED'
  const isWithoutVerdict = ({ decision }: Result) => decision === 'NONE'
  const isStopped = (result: Result) => isRefused(result) || isWithoutVerdict(result)
  const halfOf = (half: 'seen' | 'unseen') => {
    const members = bots.filter((bot) => bot.half === half)
    return { atOrAboveStepUp: rate(members, isFound), stopped: rate(members, isStopped) }
  }
  return {
    broken: results.filter(({ decision }) => decision === 'BROKEN').map(({ id }) => id),
    bots: {
      belowStepUp: rate(bots, isBelow),
      belowStepUpIds: bots.filter(isBelow).map(({ id }) => id),
      stopped: rate(bots, isStopped),
      refused: rate(bots, isRefused),
      withoutVerdict: rate(bots, isWithoutVerdict),
      seen: halfOf('seen'),
      unseen: halfOf('unseen'),
      botdFound: rate(withBotd, ({ botd }) => botd?.startsWith('bot') === true),
      foundWhereBotdRan: rate(withBotd, isFound),
    },
    genuine: {
      refused: rate(people, isRefused),
      withoutVerdict: rate(people, isWithoutVerdict),
      withExtraWork: rate(people, ({ decision, rounds }) => decision === 'FLAGGED' || (rounds ?? 1) > 1),
      botdAccused: rate(
        people.filter(({ botd }) => botdAnswered(botd)),
        ({ botd }) => botd?.startsWith('bot') === true,
      ),
    },
  }
}

function botdAnswered(botd: string | null): boolean {
  return botd !== null && !botd.startsWith('error')
}

function rate(members: readonly Result[], counts: (result: Result) => boolean): Rate {
  const count = members.filter(counts).length
  return { count, of: members.length, interval: wilsonInterval(count, members.length) }
}

/** The run as Markdown: both tables, then the summary. */
export function toMarkdown(results: readonly Result[], { bots, genuine, broken }: Summary, stepUpFrom: number): string {
  const tableOf = (kind: Visitor['kind'], title: string) => {
    const rows = results.filter((result) => result.kind === kind)
    if (rows.length === 0) return []
    return [
      `## ${title}`,
      '',
      '| id | stack | half | BotD | score | decision | rounds | main reasons |',
      '| --- | --- | --- | --- | --: | --- | --: | --- |',
      ...rows.toSorted(byName).map(rowOf),
      '',
    ]
  }
  const botLines =
    bots.belowStepUp.of === 0
      ? []
      : [
          `- bots below the step-up (score < ${stepUpFrom}): ${show(bots.belowStepUp)}${bots.belowStepUpIds.length === 0 ? '' : `: ${bots.belowStepUpIds.join(', ')}`}`,
          `- bots stopped: ${show(bots.stopped)}; refused ${show(bots.refused)}, without any verdict ${show(bots.withoutVerdict)}`,
          `- seen half: at or above the step-up ${show(bots.seen.atOrAboveStepUp)}, stopped ${show(bots.seen.stopped)}`,
          `- unseen half: at or above the step-up ${show(bots.unseen.atOrAboveStepUp)}, stopped ${show(bots.unseen.stopped)}`,
          `- where BotD ran: BotD found ${show(bots.botdFound)}, the service ${show(bots.foundWhereBotdRan)}`,
        ]
  const genuineLines =
    genuine.refused.of === 0
      ? []
      : [
          `- genuine visitors refused: ${show(genuine.refused)}; without any verdict ${show(genuine.withoutVerdict)}`,
          `- genuine visitors with extra work: ${show(genuine.withExtraWork)}`,
          `- genuine visitors that BotD called bots: ${show(genuine.botdAccused)}`,
        ]
  return [
    ...tableOf('bot', 'Bots'),
    ...tableOf('genuine', 'Genuine visitors'),
    '## Summary',
    '',
    ...botLines,
    ...genuineLines,
    ...(broken.length === 0 ? [] : [`- broken, counted nowhere: ${broken.join(', ')}`]),
  ].join('\n')
}

function byName(a: Result, b: Result): number {
  return a.id < b.id ? -1 : 1
}

function rowOf({ id, stack, half, botd, score, decision, rounds, reasons, detail }: Result): string {
  const main = reasons.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, 4)
  const words =
    main.length > 0
      ? main.map(({ code, weight }) => `${code} ${weight > 0 ? '+' : ''}${weight.toFixed(1)}`).join(', ')
      : (detail ?? '')
  const cells = [id, stack, half ?? '', botd ?? 'no answer', score?.toFixed(2) ?? '', decision, rounds ?? '', words]
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll(/\s+/gu, ' ').slice(0, 160)).join(' | ')} |`
}

function show({ count, of, interval }: Rate): string {
  if (interval === null) return 'none measured'
  return `${count}/${of} = ${percent(interval.share)} % (95 %: ${percent(interval.low)}–${percent(interval.high)} %)`
}

function percent(share: number): string {
  return (share * 100).toFixed(0)
}
