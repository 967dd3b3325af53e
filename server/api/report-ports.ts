import type { CaptchaService } from '@bollard/captcha-service'
import type { MonitoringService } from '@bollard/monitoring-service'
import type { ReportPorts } from '@bollard/protection-service'
import type { SolutionService } from '@bollard/solution-service'

interface Asked {
  readonly captcha: Pick<CaptchaService, 'protected'>
  readonly monitoring: Pick<MonitoringService, 'readMonthOfServices'>
  readonly solution: Pick<SolutionService, 'findLabel' | 'listBelongings' | 'shareOwner'>
}

/** Monitoring solutions that one report is about at most. */
const monitoredMax = 20

/** What reports are made of: figures of the captcha, and of what a person may see of the monitoring of the same owner. */
export function reportPorts(
  services: () => Asked,
  mails: Pick<ReportPorts, 'memberOf' | 'enqueueMail' | 'dashboardUrl'>,
): ReportPorts {
  return {
    ...mails,
    nameOf: (solutionId) => services().solution.findLabel(solutionId),
    readCaptchaMonth: (solutionId, month) => services().captcha.protected.readMonth(solutionId, month),
    async readUptime(userId, solutionId, month) {
      const { solution, monitoring } = services()
      const told: Awaited<ReturnType<ReportPorts['readUptime']>> = []
      for (const { kind, id, name } of await solution.listBelongings(userId)) {
        if (kind !== 'SOLUTION' || told.length >= monitoredMax || !(await solution.shareOwner(solutionId, id))) continue
        const ofServices = await monitoring.readMonthOfServices(id, month)
        if (ofServices !== null) told.push({ solutionId: id, label: name, services: ofServices })
      }
      return told
    },
  }
}
