import type { CaptchaService } from '@bollard/captcha-service'
import type { CaptchaPort } from '@bollard/monitoring-service'
import { createSolver, solveChallenge, type Solver } from '@bollard/proof-of-work'
import type { SolutionService } from '@bollard/solution-service'

/** What monitoring asks of captchas and of those who own them. Forms are checked by the public address, as visitors reach it. */
export function captchaOfMonitoring(
  apiUrl: string,
  {
    captcha,
    solution,
  }: {
    readonly captcha: Pick<CaptchaService, 'monitored' | 'findSolutionsOf'>
    readonly solution: Pick<SolutionService, 'shareOwner' | 'findRole'>
  },
): CaptchaPort {
  let solver: Promise<Solver> | undefined
  return {
    ...captcha.monitored,
    apiUrl,
    async solve(token, signal) {
      solver ??= createSolver({ wasm: true })
      return solveChallenge({ token, solver: await solver, signal })
    },
    findSolutionsOf: (domain) => captcha.findSolutionsOf(domain),
    shareOwner: (one, other) => solution.shareOwner(one, other),
    findRole: (actor, solutionId) => solution.findRole(actor, solutionId),
  }
}
