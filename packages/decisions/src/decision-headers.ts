import type { Decision, Quota } from './decision.ts'

/** The largest integer of a structured field (RFC 9651 §3.3.1). */
const integerMax = 999_999_999_999_999

/**
 * Header fields that tell a client what limits it has. `RateLimit-Policy` and `RateLimit` are those of
 * draft-ietf-httpapi-ratelimit-headers-11 (23 May 2026) §3 and §4; `Retry-After` is that of RFC 9110 §10.2.3, where the
 * request is refused and waiting helps. It is never earlier than the end of a window without anything left (§6 of the
 * draft). Limits of dry runs are told to nobody. A limit that is named twice is told once, as it is least.
 */
export function decisionHeaders(decision: Decision): Record<string, string> {
  const headers: Record<string, string> = {}
  const quotas = quotasOf(decision)
  if (quotas.length > 0) {
    let policies = ''
    let limits = ''
    for (const quota of quotas) {
      const comma = policies === '' ? '' : ', '
      const { name, policy } = writtenOf(quota)
      policies += `${comma}${policy}`
      limits += `${comma}${name}${leftOf(quota)}`
    }
    headers['RateLimit-Policy'] = policies
    headers['RateLimit'] = limits
  }
  if (decision.retryAfterMs !== null) headers['Retry-After'] = String(retryAfter(decision.retryAfterMs, quotas))
  return headers
}

function quotasOf({ parts }: Decision): readonly Quota[] {
  const quotas: Quota[] = []
  for (const { state, finding } of parts) {
    if (finding?.quotas === undefined || (state !== 'RUN' && state !== 'CACHED')) continue
    for (const quota of finding.quotas) {
      // A decision has few of them.
      const at = quotas.findIndex(({ name }) => name === quota.name)
      const known = quotas[at]
      if (known === undefined) quotas.push(quota)
      else if (quota.remaining < known.remaining) quotas[at] = quota
    }
  }
  return quotas
}

/** What is written of a quota with every request, by its name, as it was when it was last written. */
const written = new Map<string, Pick<Quota, 'unit' | 'limit' | 'windowMs'> & { name: string; policy: string }>()
const writtenMax = 1_000

function writtenOf(quota: Quota): { readonly name: string; readonly policy: string } {
  const { name: plain, unit, limit, windowMs } = quota
  const known = written.get(plain)
  if (known?.limit === limit && known.windowMs === windowMs && known.unit === unit) return known
  const name = text(plain)
  const made = { unit, limit, windowMs, name, policy: `${name}${policyOf(quota)}` }
  if (written.size >= writtenMax) written.clear()
  written.set(plain, made)
  return made
}

function policyOf({ unit, limit, windowMs }: Quota): string {
  const quotaUnit = unit === 'requests' ? '' : `;qu="${unit}"`
  const window = windowMs === null ? '' : `;w=${seconds(windowMs)}`
  return `;q=${integer(limit)}${quotaUnit}${window}`
}

function leftOf({ remaining, resetMs }: Quota): string {
  const window = resetMs === null ? '' : `;t=${Math.max(0, Math.ceil(resetMs / 1_000))}`
  return `;r=${integer(remaining)}${window}`
}

function retryAfter(waitMs: number, quotas: readonly Quota[]): number {
  const spent = quotas.filter(({ remaining }) => remaining < 1).map(({ resetMs }) => resetMs ?? 0)
  return Math.max(1, Math.ceil(Math.max(waitMs, ...spent) / 1_000))
}

/** A window is at least a second long, because the draft knows none that is shorter. */
function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000))
}

function integer(value: number): number {
  return Math.min(integerMax, Math.max(0, Math.floor(value)))
}

/** A string of a structured field, which holds printable ASCII only (RFC 9651 §3.3.3). */
function text(value: string): string {
  if (/^[\w.-]*$/u.test(value)) return `"${value}"`
  return `"${value.replaceAll(/[^ -~]/gu, '?').replaceAll(/["\\]/gu, '\\$&')}"`
}
