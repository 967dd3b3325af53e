import { setImmediate } from 'node:timers/promises'
import { groupOf, type Scorer, type WorkRange } from '@bollard/bot-score'
import type { WhatIf, WhatIfRequest } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import type { StoredSite } from '../../records/sites/sites.ts'
import { predictWork } from '../settings/predict-work.ts'
import { changeOf } from './change-of.ts'
import { chooseWindows, type Window } from './choose-windows.ts'
import { gatherFindings, type Gathering } from './gather-findings.ts'
import { gatherVolume } from './gather-volume.ts'
import { readActions, readRules } from './read-rules.ts'
import { countInWindows, countThrottled, countVisitors, type Place, readVisitors, type Scope } from './read-visitors.ts'
import { type Change, replayVisitor } from './replay-visitor.ts'
import type { Visitor } from './visitor.ts'
import { createWeigher } from './weigh-round.ts'

export interface WhatIfContext {
  readonly db: Database
  readonly now: () => Date
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number
  readonly score: Scorer
  readonly work: WorkRange
  /** With more visitors than this in the period a part of them stands for all. */
  readonly visitorsMax: number
  /** Milliseconds after which the rest is left out. */
  readonly budgetMs: number
  /** Name of the operator of an autonomous system, or null. */
  readonly nameOfNetwork: (asn: number) => string | null
}

const pageRows = 2_000
/** Windows of the first guess, which tells how many visitors there are. */
const probes = { every: 64, perWindowMax: 20_000 }
/** Other requests wait no longer than this for a page to be worked through. */
const sliceMs = 8

/** Decides the visitors of the last days anew under other settings or rules. See `whatIfSchema` for what it can tell. */
export async function runWhatIf(
  context: WhatIfContext,
  site: StoredSite,
  request: Omit<WhatIfRequest, 'environmentId'> & { readonly environmentId: number | null },
): Promise<WhatIf> {
  const { db } = context
  const started = context.elapsed()
  const now = context.now().getTime()
  const period = { from: now - request.days * 86_400_000, to: now }
  const [rules, actions] = [await readRules(db, site.id, now), await readActions(db, site.id)]
  const { changes, replayVolume, ...change } = changeOf({ settings: site.settings, rules, now }, request, {
    weigh: createWeigher(context.score),
    nameOf: context.nameOfNetwork,
  })
  const findings = gatherFindings({ exampleLimit: request.exampleLimit, groupOf })
  const volume = gatherVolume({ exampleLimit: request.exampleLimit })
  const gathering: Pick<Gathering, 'add'> = {
    add(visitor, replayed) {
      findings.add(visitor, replayed)
      volume.add(visitor, replayVolume(visitor, replayed.after.effect?.atOnce === true))
    },
  }
  const scope: Scope = { siteId: site.id, environmentId: request.environmentId, actions }
  const share = await replayAll(context, scope, { period, change, gathering, until: started + context.budgetMs })
  const { difficulty } = site.settings
  return {
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
    changes,
    share,
    ...findings.findings(),
    work: {
      before: predictWork(context.work, difficulty),
      after: predictWork(context.work, request.settings.difficulty ?? difficulty),
    },
    volume: {
      ...volume.findings(),
      throttled: throttledUnder(changes, request.settings, await countThrottled(db, scope, period)),
    },
  }
}

/** Without budgets nobody waits; who would wait under other exempt networks, only their rows could tell. */
function throttledUnder(
  changes: WhatIf['changes'],
  { volumeBudgets }: WhatIfRequest['settings'],
  before: number,
): WhatIf['volume']['throttled'] {
  if (changes.includes('volumeBudgets')) return { before, after: volumeBudgets === false ? 0 : null }
  return { before, after: changes.includes('exemptNetworks') || changes.includes('rules') ? null : before }
}

/** Reads and decides page by page; the part of the visitors that was reached, 1 for all. */
async function replayAll(
  context: WhatIfContext,
  scope: Scope,
  {
    period,
    change,
    gathering,
    until,
  }: {
    readonly period: Window
    readonly change: Change
    readonly gathering: Pick<Gathering, 'add'>
    readonly until: number
  },
): Promise<number> {
  const { every, visitors: expected } = await choosePart(context, scope.siteId, period)
  const windows = chooseWindows(period, every)
  const windowsOfPage = Math.max(1, Math.floor((windows.length * pageRows) / Math.max(pageRows, expected)))
  for (let done = 0; done < windows.length; done += windowsOfPage) {
    let place: Place | null = { windows: windows.slice(done, done + windowsOfPage), after: null }
    while (place !== null) {
      const page: Awaited<ReturnType<typeof readVisitors>> = await readVisitors(context.db, scope, place, pageRows)
      const part = await replayPage(context, page.visitors, { change, gathering, until })
      const left: number = page.rest?.windows.length ?? 0
      if (part < 1 || context.elapsed() > until) {
        const read = done + part * (Math.min(windowsOfPage, windows.length - done) - left)
        return read / windows.length / every
      }
      place = page.rest
    }
  }
  return 1 / every
}

/** One out of how many visitors is read, and how many these will be. */
async function choosePart(
  { db, visitorsMax }: WhatIfContext,
  siteId: number,
  period: Window,
): Promise<{ every: number; visitors: number }> {
  const counted = await countVisitors(db, siteId, period, visitorsMax + 1)
  if (counted <= visitorsMax) return { every: 1, visitors: counted }
  const inProbes = await countInWindows(db, siteId, chooseWindows(period, probes.every), probes.perWindowMax)
  const all = Math.max(counted, inProbes * probes.every)
  const every = Math.ceil(all / visitorsMax)
  return { every, visitors: all / every }
}

/** Decides visitors one after the other, and lets other requests have their turn; the part of them for which there was time. */
async function replayPage(
  { elapsed }: WhatIfContext,
  visitors: readonly Visitor[],
  {
    change,
    gathering,
    until,
  }: { readonly change: Change; readonly gathering: Pick<Gathering, 'add'>; readonly until: number },
): Promise<number> {
  let sliceEnd = elapsed() + sliceMs
  for (const [index, visitor] of visitors.entries()) {
    gathering.add(visitor, replayVisitor(visitor, change))
    const now = elapsed()
    if (now < sliceEnd) continue
    if (now > until) return (index + 1) / visitors.length
    await setImmediate()
    sliceEnd = elapsed() + sliceMs
  }
  return 1
}
