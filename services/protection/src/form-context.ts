import type { Queries } from '@bollard/database'
import type { DisposableSource, MailResolver, SpamFilter } from '@bollard/validations'
import type { SecretBox } from '@bollard/webhooks'
import type { ProtectionContext } from './protection-context.ts'

/** What validations ask of others. */
export interface ValidationPorts {
  readonly resolver: MailResolver
  /** The verification behind a token of the captcha of a solution, which is not used up; null for one that is not good. */
  readonly findVerification: (solutionId: string, token: string) => Promise<string | null>
  /** Whose site key it is, and whether pages of an origin may use it; null for nobody's. */
  readonly findSite: (
    siteKey: string,
    origin: string | undefined,
  ) => Promise<{ readonly solutionId: string; readonly allows: boolean } | null>
  /** The solutions of the owner of a solution, with itself. */
  readonly solutionsOfOwner: (solutionId: string) => Promise<readonly string[]>
}

export interface SpamFilters {
  /** What a site's filter has learned until now; null before it was taught. Only to judge with. */
  find(db: Queries, solutionId: string): Promise<SpamFilter | null>
}

/** Everything that is needed to judge forms and what was sent with them. */
export interface FormContext extends Pick<
  ProtectionContext,
  'db' | 'now' | 'newId' | 'randomBytes' | 'limiter' | 'onError'
> {
  readonly box: SecretBox
  /** What boxes, authors and texts are hashed with. With another key all of them are new. */
  readonly hashKey: Buffer
  readonly disposable: DisposableSource
  readonly filters: SpamFilters
  readonly validation: ValidationPorts
}
