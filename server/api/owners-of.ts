import type { CaptchaServiceOptions } from '@bollard/captcha-service'
import type { SolutionService } from '@bollard/solution-service'

/** Solutions asked about at a time. */
const atOnce = 200

/**
 * Who stands behind solutions: the first of their admins by id, so that solutions of one person or team count as one. Those
 * without an admin are left out.
 */
export function ownersOf(
  services: () => { readonly solution: Pick<SolutionService, 'findAdmins'> },
): NonNullable<CaptchaServiceOptions['ownersOf']> {
  return async (solutionIds) => {
    const owners = new Map<string, string>()
    for (const id of solutionIds.slice(0, atOnce)) {
      const admins = await services().solution.findAdmins(id)
      const [first] = admins.map(({ userId }) => userId).toSorted()
      if (first !== undefined) owners.set(id, first)
    }
    return owners
  }
}
