import type { CaptchaService } from '@bollard/captcha-service'
import type { MonitoringService } from '@bollard/monitoring-service'

interface Asked {
  readonly captcha: Pick<CaptchaService, 'countUse'>
  readonly monitoring: Pick<MonitoringService, 'countServices' | 'countPages'>
}

/** What a solution has of what plans limit, over all services that know of any. */
export function countUseOf(services: () => Asked): CaptchaService['countUse'] {
  return async (solutionId) => {
    const { captcha, monitoring } = services()
    const [use, monitors, statusPages] = await Promise.all([
      captcha.countUse(solutionId),
      monitoring.countServices(solutionId),
      monitoring.countPages(solutionId),
    ])
    return { ...use, counts: { ...use.counts, monitors, statusPages } }
  }
}
