import type { MonitoringCheck } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import {
  type BaselineVerdict,
  type CheckResult,
  defaultBaseline,
  type HourOfFigure,
  judgeHour,
  passRateFigures,
  type Verdict,
} from '@bollard/uptime'
import type { MonitoringContext } from '../monitoring-context.ts'
import type { HourOfCaptcha } from '../captcha-port.ts'

type PassRateCheck = MonitoringCheck & { readonly kind: 'PASS_RATE' }
type FigureName = PassRateCheck['target']['figures'][number]

const quarterMs = 900_000
const hourMs = 4 * quarterMs
const weekMs = 168 * hourMs
/** Who began by then has finished: two rounds of ten minutes. */
const answerableMs = 1_200_000

/**
 * Holds the last hour of a captcha, as far as its visitors have had time to finish, against the same hour of the weeks before. DEGRADED
 * where a figure is unusual, DOWN where it is so far beyond, UNKNOWN where there is too little of everything that is asked about.
 */
export async function checkPassRate(
  { captcha, db, now }: Pick<MonitoringContext, 'captcha' | 'now'> & { readonly db: Queries },
  { target }: PassRateCheck,
  { solutionId, serviceId }: { readonly solutionId: string; readonly serviceId: string | null },
): Promise<CheckResult> {
  const at = now().getTime()
  const began = performance.now()
  const told = (verdict: Verdict, fault: string | null, answers: string[]): CheckResult => ({
    at,
    verdict,
    phases: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: performance.now() - began },
    fault,
    detail: fault === null ? null : answers.join('; ').slice(0, 500) || null,
    assertions: [],
    facts: { answers },
    sample: null,
  })
  // Its owner may be another one by now.
  if (!(await captcha.shareOwner(solutionId, target.solutionId))) return told('UNKNOWN', 'captcha-unreadable', [])
  const until = Math.floor((at - answerableMs) / quarterMs) * quarterMs
  const hour = Math.floor((until - 1) / hourMs) * hourMs
  const hours = await captcha.readHours(target.solutionId, hoursLike(hour), new Date(until))
  const current = hours.find((one) => one.at.getTime() === hour)
  if (current === undefined) return told('UNKNOWN', 'captcha-unreadable', [])
  const kept = serviceId === null ? [] : await keepHour(db, { serviceId, solutionId, current })
  const zone = await zoneOf(db, solutionId)
  const rule = { ...defaultBaseline, volumeMin: target.volumeMin, scoreMax: target.degradedScore }
  const judged = target.figures.map((name) => {
    const history = name === 'timeToSolveP95' ? kept : hours.map((one) => figureOf(name, one))
    return { name, found: judgeHour(passRateFigures[name], figureOf(name, current), history, zone, rule) }
  })
  const answers = judged.map(lineOf)
  const unusual = judged.flatMap(({ found }) => (found.verdict === 'UNUSUAL' ? [found.score] : []))
  if (unusual.some((score) => score > target.downScore)) return told('DOWN', 'pass-rate', answers)
  if (unusual.length > 0) return told('DEGRADED', 'pass-rate', answers)
  if (judged.some(({ found }) => found.verdict === 'USUAL')) return told('UP', null, answers)
  const isShort = judged.some(({ found }) => found.reason === 'SHORT_HISTORY')
  return told('UNKNOWN', isShort ? 'short-history' : 'low-volume', answers)
}

/** The hour and those that may be the same hour of the week before, whatever the clocks did in between. */
function hoursLike(hour: number): Date[] {
  const before = Array.from({ length: defaultBaseline.weeksMax }, (_none, index) => hour - (index + 1) * weekMs)
  return [hour, ...before.flatMap((at) => [at - hourMs, at, at + hourMs])].map((at) => new Date(at))
}

/** A figure of an hour. Visitors who were refused are none of the people whose way through is watched. */
function figureOf(
  name: FigureName,
  { at, started, issued, solved, refused, steppedUp, checkMsP95 }: HourOfCaptcha,
): HourOfFigure {
  const people = Math.max(started - refused, solved)
  const finished = solved + refused
  const share = (part: number, whole: number) => ({ value: whole === 0 ? 0 : part / whole, volume: whole })
  const figures = {
    solveRate: share(solved, people),
    timeToSolveP95: { value: checkMsP95 ?? 0, volume: checkMsP95 === null ? 0 : finished },
    stepUpShare: share(steppedUp, issued),
    refusalShare: share(refused, finished),
  }
  return { at: at.getTime(), ...figures[name] }
}

function lineOf({ name, found }: { readonly name: FigureName; readonly found: BaselineVerdict }): string {
  if (found.verdict === 'UNKNOWN') return `${name} ${found.reason} volume=${found.volume} weeks=${found.weeks}`
  const rounded = (value: number) => Math.round(value * 1_000) / 1_000
  const { found: value, median, score, weeks, reason } = found
  return `${name} ${reason} found=${rounded(value)} usual=${rounded(median)} score=${rounded(score)} weeks=${weeks}`
}

/** Captchas forget the times of single hours after days, so they are kept here. Resolves with those of the weeks before. */
async function keepHour(
  db: Queries,
  { serviceId, solutionId, current }: { serviceId: string; solutionId: string; current: HourOfCaptcha },
): Promise<HourOfFigure[]> {
  const { value, volume } = figureOf('timeToSolveP95', current)
  const oldest = new Date(current.at.getTime() - (defaultBaseline.weeksMax + 1) * weekMs)
  const values = [serviceId, solutionId, current.at, Math.round(value), volume, oldest]
  const rows = await db.query('monitoring-pass-rate-keep', keepSql, values)
  return rows.map((row) => ({ at: row.hour.getTime(), value: row.value, volume: row.volume }))
}

async function zoneOf(db: Queries, solutionId: string): Promise<string> {
  const [row] = await db.query('monitoring-zone', zoneSql, [solutionId])
  return row?.zone ?? 'Etc/UTC'
}

const keepSql = `with old as (delete from monitoring.pass_rate_hours where service_id = $1 and hour < $6),
    kept as (insert into monitoring.pass_rate_hours as h (service_id, solution_id, hour, check_ms_p95, volume)
      select $1, $2, $3, $4, $5 where $5::int > 0
      on conflict (service_id, hour) do update set check_ms_p95 = excluded.check_ms_p95, volume = excluded.volume where h.volume <= excluded.volume)
  select hour, check_ms_p95::float8 as value, volume from monitoring.pass_rate_hours where service_id = $1 and hour >= $6 and hour < $3`
const zoneSql = 'select time_zone as zone from monitoring.spaces where solution_id = $1'
