import type { CaptchaService } from '@bollard/captcha-service'
import type { WeeklyFigures } from '@bollard/identity-service'
import type { SolutionService } from '@bollard/solution-service'

interface Asked {
  readonly solution: Pick<SolutionService, 'listBelongings'>
  readonly captcha: Pick<CaptchaService, 'countWeeks'>
}

/** What the captcha counted on the solutions that a person is a member of, for the weekly report. */
export function weeklyFiguresOf(services: () => Asked): WeeklyFigures {
  return async (userId, weeks) => {
    const { solution, captcha } = services()
    const names = new Map(
      (await solution.listBelongings(userId))
        .filter(({ kind }) => kind === 'SOLUTION')
        .map(({ id, name }) => [id, name]),
    )
    if (names.size === 0) return []
    return (await captcha.countWeeks([...names.keys()], weeks)).map(({ solutionId, ...counted }) => ({
      name: names.get(solutionId) ?? '',
      ...counted,
    }))
  }
}
