import { type Check, clientChecks, conductChecks, serverChecks, serverSignal } from './catalogue.ts'
import { type Evidence, noVerdicts } from './score.ts'
import { bitsOf, type VerdictBits } from './verdict-layout.ts'

const clientCodes = new Set(clientChecks.map(({ code }) => code))
const every: VerdictBits = bitsOf(
  clientChecks,
  clientChecks.map(({ code }) => code),
)

/**
 * The evidence that led to these reason codes, so that it can be scored anew, under other weights or rules. Exact but for
 * which checks ran without finding anything: that only decides whether a browser counts as consistent, which its code tells.
 * Conclusions from several findings are drawn anew, unknown codes ignored.
 */
export function evidenceOf(codes: readonly string[]): Evidence {
  const found = codes.filter((code) => clientCodes.has(code))
  const fired = bitsOf(clientChecks, found)
  const server = bitsIn(serverChecks, codes)
  const isIncomplete = (server & serverSignal.collectorIncomplete) !== 0
  const hasVerdicts = found.length > 0 || codes.includes('consistent-browser')
  return {
    server,
    conduct: bitsIn(conductChecks, codes),
    fired,
    ran: isIncomplete ? fired : hasVerdicts ? every : noVerdicts,
  }
}

function bitsIn(checks: readonly Check[], codes: readonly string[]): number {
  return checks.reduce((bits, { code }, index) => (codes.includes(code) ? bits | (1 << index) : bits), 0)
}
