import { judgeConnection, judgeHeaderOrder, judgeRequest, serverChecks, serverSignal } from '@bollard/bot-score'
import type { Reason } from '@bollard/decisions'
import type { Visit } from '@bollard/gateway'
import type { NetworkKind } from '@bollard/network-data'
import { fingerprintOf } from '@bollard/tls-fingerprint'

/** Log-odds from which somebody is asked for a challenge. One soft hint never suffices; one that a program gives away does. */
const suspiciousFrom = 2

/** What the widget's calls must not look like is how pages are asked for. */
const ofCallsOnly = serverSignal.wrongBrowserHeaders

const kindSignals: Readonly<Partial<Record<NetworkKind, number>>> = {
  hosting: serverSignal.hostingNetwork,
  vpn: serverSignal.vpnNetwork,
  tor: serverSignal.torNetwork,
}

export interface Suspicion {
  readonly isSuspicious: boolean
  /** Codes of the captcha's score, with their part of it in percent. */
  readonly reasons: readonly Reason[]
}

/** What the head of a request and its connection say against a visitor, by the same checks as the captcha's score. */
export function suspicionOf(
  visit: Visit,
  facts: { isSecure: boolean; throughProxy: boolean; kind: NetworkKind },
): Suspicion {
  const { headers, request } = visit
  const userAgent = headers['user-agent'] ?? ''
  const fingerprint = facts.throughProxy ? undefined : fingerprintOf(request)
  const told =
    judgeRequest(headers, { secure: facts.isSecure }) |
    (fingerprint === undefined
      ? judgeHeaderOrder(Object.keys(headers), userAgent, { throughProxy: facts.throughProxy })
      : judgeConnection(fingerprint, userAgent)) |
    (kindSignals[facts.kind] ?? 0)
  const signals = told & ~ofCallsOnly
  if (signals === 0) return { isSuspicious: false, reasons: [] }
  const found = serverChecks.filter((_check, bit) => (signals & (1 << bit)) !== 0)
  const sum = found.reduce((total, { weight }) => total + weight, 0)
  return {
    isSuspicious: sum >= suspiciousFrom,
    reasons: found.map(({ code, weight }) => ({ code, weight: Math.min(100, Math.round(weight * 20)) })),
  }
}
