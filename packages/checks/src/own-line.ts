import type { CheckResult } from '@bollard/uptime'

/** Faults that a prober without a line would see everywhere. */
const lineFaults: ReadonlySet<string> = new Set([
  'timeout',
  'dns-failed',
  'resolver-unreachable',
  'host-unreachable',
  'network-unreachable',
  'no-reply',
  'registry-silent',
])
/** Faults that are found without asking anybody: they say nothing of the line. */
const ownFaults: ReadonlySet<string> = new Set([
  'target-invalid',
  'private-address',
  'port-refused',
  'request-invalid',
  'client-certificate-invalid',
  'ping-unavailable',
  'registry-unknown',
  'prober-failed',
])
const lookBackMs = 60_000
/** So many different targets have to fail, and none may answer. */
const targetsMin = 3

/** Whether this prober itself has a line to the network. Milliseconds are Unix times. */
export interface OwnLine {
  /** Notes what came of a check of a target. */
  note(target: string, result: Pick<CheckResult, 'at' | 'fault'>): void
  /** Whether, by all that was noted lately, the fault is likely here and not there. */
  isLost(now: number): boolean
}

/**
 * A prober that is offline sees every service down. It asks no third party: it has lost its line when within the last minute at least
 * three different targets failed in a way that a lost line causes, and no target has answered anything at all.
 */
export function createOwnLine(): OwnLine {
  const failed = new Map<string, number>()
  let answeredAt = Number.NEGATIVE_INFINITY
  return {
    note(target, { at, fault }) {
      if (fault !== null && ownFaults.has(fault)) return
      if (fault === null || !lineFaults.has(fault)) {
        answeredAt = Math.max(answeredAt, at)
        failed.clear()
        return
      }
      failed.set(target, at)
      for (const [name, since] of failed) if (since < at - lookBackMs) failed.delete(name)
    },
    isLost(now) {
      const recent = [...failed.values()].filter((at) => at > now - lookBackMs && at >= answeredAt)
      return recent.length >= targetsMin
    },
  }
}

/** The host that a check asks, since many services of one host fail together when that host does. */
export function targetOf({ target }: { readonly target: NamedTarget }): string {
  return target.url === undefined ? (target.host ?? target.name ?? '') : new URL(target.url).hostname
}

interface NamedTarget {
  readonly url?: string
  readonly host?: string
  readonly name?: string
}
