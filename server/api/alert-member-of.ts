import type { CaptchaServiceOptions } from '@bollard/captcha-service'
import type { IdentityService } from '@bollard/identity-service'
import type { SolutionService } from '@bollard/solution-service'

type MemberOf = NonNullable<NonNullable<CaptchaServiceOptions['alerts']>['memberOf']>

interface Asked {
  readonly identity: Pick<IdentityService, 'findPersonByEmail' | 'mailAllowed' | 'unsubscribeUrl'>
  readonly solution: Pick<SolutionService, 'findRole'>
}

/** Members of a solution by their confirmed address, with what they chose about mails of alerts. */
export function alertMemberOf(services: () => Asked): MemberOf {
  return async (email, solutionId) => {
    const { identity, solution } = services()
    const person = await identity.findPersonByEmail(email)
    if (person === null) return null
    const { userId } = person
    if ((await solution.findRole({ userId }, solutionId)) === null) return null
    return {
      unsubscribeUrl: (await identity.mailAllowed(userId, 'ALERTS')) ? identity.unsubscribeUrl(userId, 'ALERTS') : null,
    }
  }
}
