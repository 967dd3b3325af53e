import type { Actor } from '@bollard/access'
import { type CaptchaAtIncident, incidentMinutes, type MonitoringCheck } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { MonitoringContext } from '../monitoring-context.ts'

const minuteMs = 60_000
/** A host may belong to many captchas; a page shows these. */
const captchasMax = 5

/**
 * What captchas saw in the minutes around an incident: those that its service names, or that its host belongs to. Only of the same owner,
 * and only those in which the person has a role. Throws `not-found`.
 */
export async function captchasAtIncident(
  { db, captcha, now }: Pick<MonitoringContext, 'db' | 'captcha' | 'now'>,
  actor: Actor,
  { solutionId, incidentId }: { readonly solutionId: string; readonly incidentId: string },
): Promise<CaptchaAtIncident[]> {
  const [incident] = await db.query('monitoring-incident-times', incidentSql, [solutionId, incidentId])
  if (incident === undefined) throw new ProblemError('not-found')
  const { config, openedAt, resolvedAt } = incident
  const around = incidentMinutes.around * minuteMs
  const from = new Date(Math.floor((openedAt.getTime() - around) / minuteMs) * minuteMs)
  const ends = (resolvedAt ?? now()).getTime() + around
  const to = new Date(Math.min(ends, now().getTime(), from.getTime() + incidentMinutes.max * minuteMs))
  const linked = await linkedCaptchas({ captcha }, solutionId, config)
  const readable: string[] = []
  for (const id of new Set(linked)) {
    if (readable.length === captchasMax) break
    if ((await captcha.findRole(actor, id)) !== null && (await captcha.shareOwner(solutionId, id))) readable.push(id)
  }
  return Promise.all(
    readable.map(async (id) => ({
      solutionId: id,
      from: from.toISOString(),
      to: to.toISOString(),
      minutes: (await captcha.readMinutes(id, from, to)).map(({ at, verifications, solved, refused }) => {
        const solveRate = verifications === 0 ? 0 : solved / verifications
        return { at: at.toISOString(), verifications, solved, refused, solveRate }
      }),
    })),
  )
}

/** Captchas of a service: what it names itself, and what its host belongs to. */
async function linkedCaptchas(
  { captcha }: Pick<MonitoringContext, 'captcha'>,
  by: string,
  config: MonitoringCheck,
): Promise<string[]> {
  if (config.kind === 'PASS_RATE') return [config.target.solutionId]
  if (config.kind === 'FORM') {
    const site = await captcha.findSite(config.target.siteKey, by)
    return site === null ? [] : [site.solutionId]
  }
  const target = config.target as { readonly url?: string; readonly host?: string }
  const host = target.url === undefined ? target.host : new URL(target.url).hostname
  return host === undefined ? [] : captcha.findSolutionsOf(host)
}

const incidentSql = `select s.config, i.opened_at as "openedAt", i.resolved_at as "resolvedAt"
  from monitoring.incidents i join monitoring.services s on s.id = i.service_id where i.solution_id = $1 and i.id = $2`
