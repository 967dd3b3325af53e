import { type Bar, type BarKey, type Chart, datesOf, type ReportData } from './report-data.ts'
import { type BotLabResult, machineOf, type Rate, readResult } from './results.server.ts'

/** Classes of bots as the lab names them, from the easy to the hard. */
const classes: readonly (readonly [name: string, key: BarKey])[] = [
  ['default', 'default'],
  ['dom-emulator', 'domEmulator'],
  ['farm', 'farm'],
  ['agents', 'agents'],
  ['stealth', 'stealth'],
  ['protocol', 'protocol'],
  ['os-input', 'osInput'],
]

/** Bots and real browsers at one protected form: from `bot-lab.json`. Those that broke are in the data and in no share. */
export function botLab(): ReportData {
  const lab = readResult<BotLabResult>('bot-lab')
  const { bots, genuine } = lab.summary
  const byClass = (what: 'noticed' | 'stopped') =>
    classes.flatMap(([name, key]) => {
      const found = bots.classes[name]
      return found === undefined ? [] : [share({ key }, found[what], true)]
    })
  const charts: Chart[] = [
    { id: 'noticed', unit: '%', bars: byClass('noticed') },
    { id: 'stopped', unit: '%', bars: byClass('stopped') },
    {
      id: 'halves',
      unit: '%',
      bars: [share({ key: 'seen' }, bots.seen.noticed, true), share({ key: 'unseen' }, bots.unseen.noticed, true)],
    },
    {
      id: 'besideBotd',
      unit: '%',
      bars: [share({ name: 'Bollard' }, bots.foundWhereBotdRan, true), share({ name: 'BotD' }, bots.botdFound)],
    },
    {
      id: 'genuine',
      unit: '%',
      bars: [
        share({ key: 'blocked' }, genuine.refused, true),
        share({ key: 'extraWork' }, genuine.withExtraWork, true),
        share({ key: 'botdAccused' }, genuine.botdAccused),
      ],
    },
  ]
  const { seen, unseen } = bots
  return {
    id: 'bot-lab',
    measuredOn: datesOf(lab.measuredAt),
    machine: machineOf(lab),
    charts,
    values: {
      bots: seen.noticed.of + unseen.noticed.of,
      noticed: seen.noticed.count + unseen.noticed.count,
      stopped: bots.stopped.count,
      osBots: bots.classes['os-input']?.noticed.of ?? 0,
      osNoticed: bots.classes['os-input']?.noticed.count ?? 0,
      unseen: unseen.noticed.of,
      unseenNoticed: unseen.noticed.count,
      people: genuine.refused.of,
      peopleBlocked: genuine.refused.count,
      peopleAtMost: Number(((genuine.refused.interval?.high ?? 1) * 100).toFixed(1)),
    },
    rows: lab.results.map((result) => ({
      id: result.id,
      kind: result.kind,
      class: result.class,
      stack: result.stack,
      half: result.half,
      description: result.describe,
      decision: result.decision,
      score: result.score,
      rounds: result.rounds,
      reasons: result.reasons.map(({ code, weight }) => `${code} ${weight}`).join('; '),
      botd: result.botd,
    })),
  }
}

function share(label: Bar['label'], { count, of, interval }: Rate, isOurs = false): Bar {
  const range = interval === null ? {} : { low: interval.low, high: interval.high }
  return { label, value: of === 0 ? 0 : count / of, count: { found: count, of }, ...range, isOurs }
}
