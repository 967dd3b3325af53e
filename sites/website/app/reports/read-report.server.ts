import type { ReportId } from '@bollard/content/published'
import { botLab } from './bot-lab.server.ts'
import { costOfAttack } from './cost-of-attack.server.ts'
import type { ReportData } from './report-data.ts'
import { solverAndServer } from './solver-and-server.server.ts'

const makers: Readonly<Record<ReportId, () => ReportData>> = {
  'solver-and-server': solverAndServer,
  'bot-lab': botLab,
  'cost-of-attack': costOfAttack,
}
const made = new Map<ReportId, ReportData>()

/** A report with its charts and data, made once per process: results change with the build only. */
export function readReport(id: ReportId): ReportData {
  const known = made.get(id)
  if (known !== undefined) return known
  const fresh = makers[id]()
  made.set(id, fresh)
  return fresh
}
