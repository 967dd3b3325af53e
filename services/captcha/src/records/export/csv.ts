import { type ExportColumn, exportColumns, type Reason, type Verification } from '@bollard/contracts'
import { csvCell } from '@bollard/export-file'

/** A byte order mark, without which spreadsheets take UTF-8 for something else, and the names of the columns. */
export const csvHead = `\ufeff${exportColumns.join(',')}\r\n`

/** One verification as a line of RFC 4180, with its CRLF. */
export function csvLine(verification: Verification): string {
  return `${exportColumns.map((column) => csvCell(cells[column](verification))).join(',')}\r\n`
}

type Cell = string | number | boolean | null | undefined

const cells: Record<ExportColumn, (verification: Verification) => Cell> = {
  verificationId: (v) => v.verificationId,
  startedAt: (v) => v.startedAt,
  finishedAt: (v) => v.finishedAt,
  environment: (v) => v.environment?.name,
  outcome: (v) => v.outcome,
  passed: (v) => v.passed,
  score: (v) => v.score,
  decision: (v) => v.decision.type,
  rule: (v) => v.decision.rule?.name,
  bypassKey: (v) => v.decision.bypassKey?.name,
  reasons: (v) => v.reasons.map(reasonCell).join('; '),
  hostname: (v) => v.hostname,
  action: (v) => v.action,
  browser: (v) => v.browser,
  operatingSystem: (v) => v.operatingSystem,
  device: (v) => v.device,
  language: (v) => v.language,
  network: (v) => v.network,
  country: (v) => v.country,
  asn: (v) => v.asn,
  operator: (v) => v.operator,
  networkKind: (v) => v.networkKind,
  riskScoring: (v) => v.riskScoring,
  minimalData: (v) => v.minimalData,
  checkMs: (v) => v.checkMs,
  workMs: (v) => v.workMs,
  workHashes: (v) => v.workHashes,
  rounds: (v) => v.rounds,
  firstFetchedAt: (v) => v.firstFetchedAt,
  lastFetchedAt: (v) => v.lastFetchedAt,
  retrievals: (v) => v.retrievals,
  feedback: (v) => v.feedback?.label,
  feedbackBy: (v) => v.feedback?.by,
  feedbackAt: (v) => v.feedback?.at,
  feedbackComment: (v) => v.feedback?.comment,
  workAlgorithm: (v) => v.workAlgorithm,
  sameNetwork: (v) => v.sameNetwork,
}

/** `webdriver 5`; of what volume did to the work the bits that it asked for as well: `network-budget 0 (3 bits)`. */
function reasonCell({ code, weight, bits }: Reason): string {
  return `${code} ${weight}${bits === undefined ? '' : ` (${bits} bits)`}`
}
