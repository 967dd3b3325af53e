import { type CheckResult, judgeAssertions, type Phases } from '@bollard/uptime'
import { createTools } from './answer/create-tools.ts'
import { checkFormInBrowser } from './browser/check-form-in-browser.ts'
import { withBrowserSlot } from './browser/slots.ts'
import type { Check, CheckOptions } from './check.ts'
import { type ProbeRun, startRun } from './connection/probe-run.ts'
import { type FaultCode, faultOf, faults } from './faults.ts'
import type { Finding } from './finding.ts'
import { checkForm } from './form/check-form.ts'
import { hideValues } from './form/hide-values.ts'
import { checkHttp } from './http/check-http.ts'
import { checkCertificate } from './kinds/check-certificate.ts'
import { checkDns } from './kinds/check-dns.ts'
import { checkDomain } from './kinds/check-domain.ts'
import { checkGrpc } from './kinds/check-grpc.ts'
import { checkIcmp } from './kinds/check-icmp.ts'
import { checkSmtp } from './kinds/check-smtp.ts'
import { checkTcp } from './kinds/check-tcp.ts'
import { checkWebSocket } from './kinds/check-websocket.ts'

/**
 * Runs one check, once; a test run before saving is the same call. Never throws: whatever happens is a result with a fault
 * of `faults.ts`. When it resolves, every socket, process and timer of the check is gone.
 */
export async function runCheck(check: Check, options: CheckOptions): Promise<CheckResult> {
  if (check.kind !== 'FORM') return runOnce(check, options)
  const { way, fields } = check.target
  const isInBrowser = way === 'BROWSER' && typeof options.browser === 'string'
  // Waiting for a browser is no part of the time that a form may take.
  const result = await (isInBrowser ? withBrowserSlot(() => runOnce(check, options)) : runOnce(check, options)).catch(
    (error: unknown) => notBegun(options, error),
  )
  return hideValues(result, fields)
}

/** Of a check that never began. */
function notBegun(options: CheckOptions, error: unknown): CheckResult {
  const run = startRun(1_000, options, 'timeout')
  run.end()
  const { code, message } = faultOf(error)
  return resultOf(run, { code, detail: message }, {})
}

async function runOnce(check: Check, options: CheckOptions): Promise<CheckResult> {
  // That a registry is slow says nothing about the domain.
  const run = startRun(check.timeoutMs, options, check.kind === 'DOMAIN' ? 'registry-failed' : 'timeout')
  try {
    return conclude(run, check, await Promise.race([probe(run, check), run.late]))
  } catch (error) {
    const { code, message } = faultOf(error)
    return resultOf(run, { code, detail: message }, {})
  } finally {
    run.end()
  }
}

function probe(run: ProbeRun, check: Check): Promise<Finding> {
  switch (check.kind) {
    case 'HTTP':
      return checkHttp(run, check.target)
    case 'FORM':
      return check.target.way === 'BROWSER' ? checkFormInBrowser(run, check.target) : checkForm(run, check.target)
    case 'CERTIFICATE':
      return checkCertificate(run, check.target)
    case 'TCP':
      return checkTcp(run, check.target)
    case 'DNS':
      return checkDns(run, check.target)
    case 'ICMP':
      return checkIcmp(run, check.target)
    case 'DOMAIN':
      return checkDomain(run, check.target)
    case 'WEBSOCKET':
      return checkWebSocket(run, check.target)
    case 'SMTP':
      return checkSmtp(run, check.target)
    case 'GRPC':
      return checkGrpc(run, check.target)
  }
}

/** A fault of the answer counts before assertions, which count before a warning. */
function conclude(run: ProbeRun, { assertions }: Check, found: Finding): CheckResult {
  const { facts, sample, fault, warning } = found
  // Assertions are about the content, and a challenge page is none of it.
  if (fault?.code === 'challenged') return resultOf(run, fault, { facts, sample })
  const phases = phasesOf(run)
  const judged = judgeAssertions(
    assertions,
    {
      at: run.at,
      statusCode: facts.statusCode ?? null,
      headers: found.headers,
      // Most checks have no assertions, and a megabyte takes a while to read as text.
      body: assertions.length === 0 ? null : (found.content?.text() ?? null),
      bodyBytes: found.content?.bytes ?? null,
      phases,
      certificateExpiresAt: facts.certificateExpiresAt ?? null,
      domainExpiresAt: facts.domainExpiresAt ?? null,
    },
    createTools(),
  )
  const rest = { facts, sample, assertions: judged.outcomes, phases }
  if (fault !== null) return resultOf(run, fault, rest)
  if (judged.verdict === 'UP') return resultOf(run, warning, rest)
  const { length } = judged.outcomes.filter(({ passed }) => !passed)
  const failed = { code: 'assertion', detail: `${length} of ${assertions.length} assertions failed` } as const
  return { ...resultOf(run, failed, rest), verdict: judged.verdict }
}

function resultOf(
  run: ProbeRun,
  fault: { readonly code: FaultCode; readonly detail: string } | null,
  { facts = {}, sample = null, assertions = [], phases = phasesOf(run) }: Partial<CheckResult>,
): CheckResult {
  const verdict = fault === null ? 'UP' : faults[fault.code]
  const told = { fault: fault?.code ?? null, detail: fault === null ? null : oneLine(fault.detail) }
  return { at: run.at, verdict, phases, ...told, assertions, facts, sample }
}

/** In thousandths of a millisecond, which is finer than any clock of a network. */
function phasesOf({ phases, elapsed }: ProbeRun): Phases {
  const rounded = (ms: number | null) => (ms === null ? null : Math.round(ms * 1_000) / 1_000)
  return {
    dnsMs: rounded(phases.dnsMs),
    connectMs: rounded(phases.connectMs),
    tlsMs: rounded(phases.tlsMs),
    firstByteMs: rounded(phases.firstByteMs),
    totalMs: rounded(elapsed()) ?? 0,
  }
}

const detailLengthMax = 500

function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, detailLengthMax)
}
