import { type BollardOptions, readConfiguration } from './configuration.ts'
import { type Expectations, type Verdict, verify } from './verify.ts'

export {
  BollardConfigurationError,
  type BollardOptions,
  type ConfigurationFault,
  type FailPolicy,
} from './configuration.ts'
export type { Expectations, Failure, Reason, Verdict } from './verify.ts'

export interface Bollard {
  /** Whether the visitor who sent a form passed. `token` is the form's field `bollard-response`. Never throws. */
  verify(token: string | null | undefined, expectations?: Expectations): Promise<Verdict>
}

/** A client for one captcha; make one when your server starts. Throws `BollardConfigurationError`. */
export function createBollard(options: BollardOptions): Bollard {
  const configuration = readConfiguration(options)
  return { verify: (token, expectations) => verify(configuration, token, expectations) }
}
