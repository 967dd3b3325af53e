import type { Queries } from '@bollard/database'
import type { DisposableSource, MailResolver, SpamFilter } from '@bollard/validations'
import type { SecretBox } from '@bollard/webhooks'
import type { CaptchaPort } from './captcha-port.ts'
import type { ProtectionContext } from './protection-context.ts'

/** Asks a register whether it knows a number for value added tax, such as `DE136695976`; null where it does not say. */
export type VatRegister = (vatId: string) => Promise<boolean | null>

/** What validations ask of other services, of name servers and of a register. */
export interface ValidationPorts extends Pick<CaptchaPort, 'findSite' | 'findVerification'> {
  readonly resolver: MailResolver
  /** Asks the register of VAT ids. */
  readonly askRegister: VatRegister
  /** The solutions of the owner of a solution, with itself. */
  readonly solutionsOfOwner: (solutionId: string) => Promise<readonly string[]>
}

export interface SpamFilters {
  /** What a site's filter has learned until now; null before it was taught. Only to judge with. */
  find(db: Queries, solutionId: string): Promise<SpamFilter | null>
}

/** What judging forms needs beside what every verb may need. */
export interface FormParts {
  readonly box: SecretBox
  /** What boxes, authors and texts are hashed with. With another key all of them are new. */
  readonly hashKey: Buffer
  readonly disposable: DisposableSource
  readonly filters: SpamFilters
  readonly validation: ValidationPorts
  /** Told of each message that a live form refused or held, for the figures of its site. */
  readonly onHeld: (solutionId: string) => void
}
export type FormContext = FormParts &
  Pick<ProtectionContext, 'db' | 'now' | 'newId' | 'randomBytes' | 'limiter' | 'onError'>
