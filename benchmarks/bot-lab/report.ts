import { type ShareInterval, wilsonInterval } from '@bollard/bot-score'
import { type BotClass, botClasses, type Visitor } from './visitor.ts'

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
  /** Of visitors that send more than one form: what became of their tokens. */
  readonly tokens?: Tokens
}

/** How the forms of one visitor fared. */
export interface Tokens {
  /** Forms sent with a token that the service took for good, without and with extra work. */
  readonly passed: number
  readonly flagged: number
  /** Tokens that were wanted and not got, or that were refused. */
  readonly refused: number
}

/** How many of a group, and the share with its 95 % interval (Wilson's); null for an empty group. */
export interface Rate {
  readonly count: number
  readonly of: number
  readonly interval: ShareInterval | null
}

/** How a group of bots fared. */
export interface GroupSummary {
  /** Asked for more work, refused, or left without a token. */
  readonly noticed: Rate
  /** Refused, or left without a token. */
  readonly stopped: Rate
  /** The names of those that were not noticed. */
  readonly missed: readonly string[]
}

/** One class of bots, and its halves. */
export interface ClassSummary extends GroupSummary {
  readonly seen: GroupSummary
  readonly unseen: GroupSummary
}

export interface Summary {
  readonly broken: readonly string[]
  readonly bots: {
    /** Only classes of which somebody was measured. */
    readonly classes: Partial<Record<BotClass, ClassSummary>>
    /** Bots that got a score below the step-up and so were taken for people. */
    readonly belowStepUp: Rate
    readonly belowStepUpIds: readonly string[]
    /** Bots with no way in: refused, or without any verdict. */
    readonly stopped: Rate
    readonly refused: Rate
    readonly withoutVerdict: Rate
    readonly seen: GroupSummary
    readonly unseen: GroupSummary
    /** Of the bots in whose page BotD ran. */
    readonly botdFound: Rate
    /** Of the same bots, for the comparison. */
    readonly foundWhereBotdRan: Rate
  }
  readonly genuine: {
    readonly refused: Rate
    readonly refusedIds: readonly string[]
    readonly withoutVerdict: Rate
    readonly withoutVerdictIds: readonly string[]
    readonly withExtraWork: Rate
    readonly withExtraWorkIds: readonly string[]
    readonly botdAccused: Rate
  }
}

/** Sums up a run. Broken visitors count nowhere but in their own list. */
export function summarise(results: readonly Result[], stepUpFrom: number): Summary {
  const measured = results.filter(({ decision }) => decision !== 'BROKEN')
  const bots = measured.filter(({ kind }) => kind === 'bot')
  const people = measured.filter(({ kind }) => kind === 'genuine')
  const withBotd = bots.filter(({ botd }) => botdAnswered(botd))
  // A farm is judged by most of its tokens, whatever the score of one.
  const isBelow = ({ decision, score, tokens }: Result) =>
    tokens === undefined ? decision !== 'REFUSED' && score !== null && score < stepUpFrom : decision === 'PASSED'
  const isFound = (result: Result) => !isBelow(result)
  const isRefused = ({ decision }: Result) => decision === 'REFUSED'
  const isWithoutVerdict = ({ decision }: Result) => decision === 'NONE'
  const isStopped = (result: Result) => isRefused(result) || isWithoutVerdict(result)
  const groupOf = (members: readonly Result[]): GroupSummary => ({
    noticed: rate(members, isFound),
    stopped: rate(members, isStopped),
    missed: idsOf(members, isBelow),
  })
  const halvesOf = (members: readonly Result[]) => ({
    seen: groupOf(members.filter(({ half }) => half === 'seen')),
    unseen: groupOf(members.filter(({ half }) => half === 'unseen')),
  })
  const classes = botClasses
    .map((name) => [name, bots.filter((bot) => bot.class === name)] as const)
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => [name, { ...groupOf(members), ...halvesOf(members) }])
  const needsExtraWork = ({ decision, rounds }: Result) => decision === 'FLAGGED' || (rounds ?? 1) > 1
  return {
    broken: results.filter(({ decision }) => decision === 'BROKEN').map(({ id }) => id),
    bots: {
      classes: Object.fromEntries(classes),
      belowStepUp: rate(bots, isBelow),
      belowStepUpIds: idsOf(bots, isBelow),
      stopped: rate(bots, isStopped),
      refused: rate(bots, isRefused),
      withoutVerdict: rate(bots, isWithoutVerdict),
      ...halvesOf(bots),
      botdFound: rate(withBotd, ({ botd }) => botd?.startsWith('bot') === true),
      foundWhereBotdRan: rate(withBotd, isFound),
    },
    genuine: {
      refused: rate(people, isRefused),
      refusedIds: idsOf(people, isRefused),
      withoutVerdict: rate(people, isWithoutVerdict),
      withoutVerdictIds: idsOf(people, isWithoutVerdict),
      withExtraWork: rate(people, needsExtraWork),
      withExtraWorkIds: idsOf(people, needsExtraWork),
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

function idsOf(members: readonly Result[], belongs: (result: Result) => boolean): string[] {
  return members
    .filter(belongs)
    .map(({ id }) => id)
    .toSorted()
}

function rate(members: readonly Result[], counts: (result: Result) => boolean): Rate {
  const count = members.filter(counts).length
  return { count, of: members.length, interval: wilsonInterval(count, members.length) }
}

/** The run as Markdown: both tables, then the summary. */
export function toMarkdown(results: readonly Result[], { bots, genuine, broken }: Summary): string {
  const tableOf = (kind: Visitor['kind'], title: string) => {
    const rows = results.filter((result) => result.kind === kind)
    if (rows.length === 0) return []
    return [
      `## ${title}`,
      '',
      '| id | class | half | BotD | score | decision | rounds | main reasons |',
      '| --- | --- | --- | --- | --: | --- | --: | --- |',
      ...rows.toSorted(byName).map(rowOf),
      '',
    ]
  }
  const botLines =
    bots.belowStepUp.of === 0
      ? []
      : [
          ...classTable(bots),
          '',
          `- bots noticed (asked for more work, refused, or left without a token): ${show(notBelow(bots.belowStepUp))}`,
          `- bots stopped: ${show(bots.stopped)}; refused ${show(bots.refused)}, without any verdict ${show(bots.withoutVerdict)}`,
          `- not noticed: ${names(bots.belowStepUpIds)}`,
          `- where BotD ran: BotD found ${show(bots.botdFound)}, the service ${show(bots.foundWhereBotdRan)}`,
        ]
  const genuineLines =
    genuine.refused.of === 0
      ? []
      : [
          `- genuine visitors refused: ${show(genuine.refused)}; without any verdict ${show(genuine.withoutVerdict)}: ${names([...genuine.refusedIds, ...genuine.withoutVerdictIds])}`,
          `- genuine visitors with extra work: ${show(genuine.withExtraWork)}: ${names(genuine.withExtraWorkIds)}`,
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

/** One row a class, the halves beside each other, misses by name. */
function classTable({ classes, seen, unseen, belowStepUpIds, ...bots }: Summary['bots']): string[] {
  const all: ClassSummary = {
    noticed: notBelow(bots.belowStepUp),
    stopped: bots.stopped,
    missed: belowStepUpIds,
    seen,
    unseen,
  }
  return [
    '| class | noticed | stopped | seen half, noticed | unseen half, noticed | not noticed |',
    '| --- | --: | --: | --: | --: | --- |',
    ...[...Object.entries(classes), ['all', all] as const].map(
      ([name, group]) =>
        `| ${name} | ${show(group.noticed)} | ${show(group.stopped)} | ${show(group.seen.noticed)} | ${show(group.unseen.noticed)} | ${name === 'all' ? '' : names(group.missed)} |`,
    ),
  ]
}

/** The others of the group, with the interval turned round. */
function notBelow({ count, of, interval }: Rate): Rate {
  return {
    count: of - count,
    of,
    interval: interval && { share: 1 - interval.share, low: 1 - interval.high, high: 1 - interval.low },
  }
}

function names(ids: readonly string[]): string {
  return ids.length === 0 ? 'nobody' : ids.join(', ')
}

function byName(a: Result, b: Result): number {
  return a.id < b.id ? -1 : 1
}

function rowOf({
  id,
  class: botClass,
  stack,
  half,
  botd,
  score,
  decision,
  rounds,
  reasons,
  detail,
  tokens,
}: Result): string {
  const main = reasons.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, 4)
  const reasonsInWords =
    main.length > 0
      ? main.map(({ code, weight }) => `${code} ${weight > 0 ? '+' : ''}${weight.toFixed(1)}`).join(', ')
      : (detail ?? '')
  const words =
    tokens === undefined
      ? reasonsInWords
      : `tokens: ${tokens.passed} passed, ${tokens.flagged} flagged, ${tokens.refused} not got; ${reasonsInWords}`
  const cells = [
    id,
    botClass ?? stack,
    half ?? '',
    botd ?? 'no answer',
    score?.toFixed(2) ?? '',
    decision,
    rounds ?? '',
    words,
  ]
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll(/\s+/gu, ' ').slice(0, 160)).join(' | ')} |`
}

function show({ count, of, interval }: Rate): string {
  if (interval === null) return 'none measured'
  return `${count}/${of} = ${percent(interval.share)} % (95 %: ${percent(interval.low)}–${percent(interval.high)} %)`
}

function percent(share: number): string {
  return (share * 100).toFixed(0)
}
