import type { JointReport } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { Mail } from '@bollard/mail'

/** What the captcha of a site did in a month. */
export interface CaptchaMonth {
  readonly started: number
  readonly passed: number
  readonly flagged: number
  readonly refused: number
  /** Of those who finished, in percent; null where nobody did. */
  readonly passRate: number | null
  readonly checkMsMedian: number | null
}

/** What reports need of the rest of the installation. */
export interface ReportPorts {
  /** Null for a solution that is gone. */
  readonly nameOf: (solutionId: string) => Promise<string | null>
  /** Null where there is no captcha, or where it did nothing in that month. */
  readonly readCaptchaMonth: (solutionId: string, month: string) => Promise<CaptchaMonth | null>
  /**
   * The month of what is monitored in other solutions of the same owner, as far as a person has a role there: nobody reads in a report
   * what they could not read otherwise.
   */
  readonly readUptime: (userId: string, solutionId: string, month: string) => Promise<JointReport['uptime']>
  /** Null for an address that no member of the solution has confirmed. */
  readonly memberOf: (
    email: string,
    solutionId: string,
  ) => Promise<{
    /** Null where they want no such mails. */
    readonly unsubscribeUrl: string | null
  } | null>
  readonly enqueueMail: (tx: Queries, mail: Mail, key: string) => Promise<void>
  /** Origin without a slash at the end. */
  readonly dashboardUrl: string
}
