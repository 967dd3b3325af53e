import { protectionRoutes, type ReportedDecision } from '@bollard/contracts'
import type { Reported } from '@bollard/guard'
import type { Ending } from '@bollard/limits'

export interface Outcome {
  readonly ending: Ending
  /** Status that the site answered with; null where none is known. */
  readonly status: number | null
}

const reportedDecision = protectionRoutes.reportDecisions.body.schema.shape.decisions.element
const reasonsMax = 20
const reasonsOfPartMax = 10
const partsMax = 60
/** What the dashboard calls otherwise. */
const partNames: Readonly<Record<string, string>> = { program: 'programs', trap: 'traps' }
const nameOfPart = (part: string): string => partNames[part] ?? part

/**
 * A decision as the API takes it: of the visitor the address and the browser, and the path without its query. Null for one that it would
 * refuse, so that no visitor can spoil what is reported with it.
 */
export function toWire(reported: Reported, outcome: Outcome | null): ReportedDecision | null {
  const { decision, visit, program, isProbe, control, tried, pass, savedBytes, rulesVersion, now } = reported
  const { id, conclusion, reasons, parts, failedOpen, elapsedMs } = decision
  const parsed = reportedDecision.safeParse({
    id,
    at: new Date(now).toISOString(),
    policyVersion: rulesVersion ?? 0,
    request: {
      address: visit.address === '' ? null : visit.address.slice(0, 64),
      method: /^[A-Z]{1,20}$/u.test(visit.method) ? visit.method : 'OTHER',
      host: visit.host,
      path: lineOf(visit.path, 2_000),
      userAgent: lineOf(visit.headers['user-agent'] ?? '', 1_000),
    },
    conclusion,
    reasons: reasons.slice(0, reasonsMax).map(({ code, weight, part }) => ({ code, weight, part: nameOfPart(part) })),
    parts: parts.slice(0, partsMax).map(({ part, state, finding, fault }) => ({
      part: nameOfPart(part),
      state,
      conclusion: finding?.conclusion ?? null,
      reasons: (finding?.reasons ?? []).slice(0, reasonsOfPartMax).map(({ code, weight }) => ({ code, weight })),
      fault,
    })),
    failedOpen,
    control,
    // An API of the release before knows neither; most decisions need neither.
    ...(tried.length > 0 && { tried: tried.slice(0, 20) }),
    ...((control || tried.length > 0) && { pass }),
    tookMs: Math.min(60_000, Math.round(elapsedMs * 1_000) / 1_000),
    program: program && {
      name: lineOf(program.name, 60),
      purpose: program.purpose,
      verified: program.verified,
    },
    probe: isProbe,
    ending: outcome?.ending ?? null,
    status: outcome?.status ?? null,
    savedBytes,
  })
  return parsed.success ? parsed.data : null
}

/** Without what is no text of one line. */
function lineOf(text: string, max: number): string {
  return text.slice(0, max).replaceAll(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu, ' ')
}
