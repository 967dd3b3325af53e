import type { BelongingsPort } from '@bollard/identity-service'
import type { SolutionService } from '@bollard/solution-service'

/** What the other services hold of a person, for exports and deletions of accounts. They are asked when somebody does so, and not before. */
export function belongingsOf(services: () => { readonly solution: SolutionService }): BelongingsPort {
  return {
    list: (userId) => services().solution.listBelongings(userId),
    leaveAll: (userId) => services().solution.leaveAll(userId),
    async exportParts(userId) {
      const belongings = await services().solution.listBelongings(userId)
      return [{ path: 'solutions/memberships.json', content: belongings }]
    },
  }
}
