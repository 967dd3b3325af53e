import type { GatewayPolicy, Reported } from '@bollard/guard'

/** One line of JSON for a decision, for those who look a reference code up. Without addresses, unless the owner wants them. */
export function lineOfDecision(
  { decision, wouldBe, visit, site, policy, program, isProbe, now }: Reported,
  { addresses }: GatewayPolicy['log'],
): string {
  return JSON.stringify({
    time: new Date(now).toISOString(),
    level: 'info',
    process: 'gateway',
    role: 'gateway',
    message: 'decision',
    decision: decision.id,
    conclusion: decision.conclusion,
    ...(wouldBe !== decision.conclusion && { wouldBe }),
    site,
    policy,
    method: visit.method,
    host: visit.host,
    path: visit.path.slice(0, 500),
    reasons: decision.reasons.map(({ part, code }) => `${part}: ${code}`),
    dryRun: decision.parts.flatMap(({ part, state, finding }) =>
      state === 'DRY_RUN' && finding !== null ? finding.reasons.map(({ code }) => `${part}: ${code}`) : [],
    ),
    ...(decision.failedOpen && { failedOpen: true }),
    ...(program !== null && { program: program.name, verified: program.verified }),
    ...(isProbe && { probe: true }),
    durationMs: Math.round(decision.elapsedMs * 100) / 100,
    ...(addresses && { address: visit.address }),
  })
}

/** Whether the owner wants a line about a decision. */
export function isLogged({ decision, wouldBe }: Reported, { decisions }: GatewayPolicy['log']): boolean {
  if (decisions === 'NONE') return false
  return decisions === 'ALL' || decision.conclusion !== 'ALLOW' || wouldBe !== 'ALLOW' || decision.failedOpen
}
