import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { judgeFarm, judgeVisit, type Verdict } from './judge-visit.ts'
import type { LabServer } from './page/serve.ts'
import type { Visit } from './page/visits.ts'
import type { Result } from './report.ts'
import type { Site } from './service.ts'
import type { Variation, Visitor } from './visitor.ts'

/** A visitor gets no longer than this, in milliseconds. */
const limitMs = 150_000
/** How long a visitor may take to end what it started once its time is over. */
const graceMs = 8000

interface RunVisitInput {
  readonly visitor: Visitor
  readonly variation: Variation
  readonly display: string
  readonly lab: LabServer
  /** The whole run is being stopped. */
  readonly stopping: AbortSignal
}

/** One visitor from start to end, with what the service made of it. Never rejects because of the visitor. */
export async function runVisit({ visitor, variation, display, lab, stopping }: RunVisitInput): Promise<Result> {
  const { id, kind, class: botClass, stack, half, describe } = visitor
  const visitId = `${id.replaceAll(/[^a-z0-9]+/giu, '-')}-${Date.now().toString(36)}`
  const opened = await lab.open(visitId)
  const profile = await mkdtemp(join(tmpdir(), 'bot-lab-'))
  const begun = Date.now()
  const time = AbortSignal.timeout(limitMs)
  const signal = AbortSignal.any([time, stopping])
  const failure = await Promise.race([
    visitor.visit({ url: opened.url, display, variation, profile, signal }).then(() => null, messageOf),
    afterAbort(signal),
  ])
  const seconds = Math.round((Date.now() - begun) / 100) / 10
  // A browser writes its last files while it goes.
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }).catch(() => undefined)
  const visit = opened.now()
  const verdict = visitor.wants === undefined ? await verdictOn(visit, opened.site) : null
  await opened.close()
  const judged =
    visitor.wants === undefined
      ? judgeVisit({ kind, visit, verdict, failure, outOfTime: time.aborted })
      : judgeFarm(visitor.wants, visit, failure)
  return { id, kind, class: botClass, stack, half, describe, ...judged, botd: visit.botd, seconds }
}

/** The service's own record, by the id that the page or siteverify named. */
async function verdictOn(visit: Visit, site: Site): Promise<Verdict | null> {
  const id = visit.verificationIds.at(-1)
  const recorded = await (id === undefined ? site.newest() : site.read(id))
  // Nobody judged a visitor who came by failover.
  if (recorded !== null) return recorded.score === null ? null : { ...recorded, score: recorded.score }
  // A result can be fetched once, and the form's server has fetched it.
  const { score, outcome, reasons } = visit.siteverify ?? {}
  return score === undefined || outcome === undefined ? null : { score, outcome, reasons: reasons ?? [], rounds: null }
}

/** Resolves some time after the end of the visitor's time, for visitors that do not end themselves. */
function afterAbort(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    signal.addEventListener(
      'abort',
      () => void sleep(graceMs, undefined, { ref: false }).then(() => resolve('out of time, and did not end itself')),
      {
        once: true,
      },
    )
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
