import type { WorkRange } from '@bollard/bot-score'
import type { Database } from '@bollard/database'
import type { ApiKeyOwner } from '../../access/api-keys/api-key-owners.ts'
import type { EdgeContext } from '../../edge/verification/edge-context.ts'
import { hashesAtIssue } from '../../edge/sites/difficulty.ts'
import type { WorkTickets } from '../../edge/volume/work-tickets.ts'
import { findSiteOfSolution } from '../../records/sites/sites.ts'
import type { StatisticsContext } from '../../records/statistics/get-statistics.ts'
import { type MonthFigures, readMonth } from '../../records/statistics/read-month.ts'
import { judgeToken } from '../token/judge-token.ts'
import type { RedemptionContext } from '../token/redemption-context.ts'
import { isTestEnvironment } from '../token/test-result.ts'

/** What the protection of a whole site may ask of the captcha of the same solution. */
export interface Protected {
  /** Whose key it is when it may be used from an address, whatever its scopes are; null for every other. */
  findKey(secretKey: string, address: string): Promise<ApiKeyOwner | null>
  /** Whose site key it is, and whether pages of an origin may use it; null for nobody's. */
  findSite(
    siteKey: string,
    origin: string | undefined,
  ): Promise<{ readonly solutionId: string; readonly allows: boolean } | null>
  /** The verification behind a token of a solution's captcha, which is not used up; null for one that is not good. */
  findVerification(solutionId: string, token: string): Promise<string | null>
  /** The site key that pages of a solution show; null without a captcha. */
  findSiteKey(solutionId: string): Promise<string | null>
  /**
   * Uses a token up, as `siteverify` does, for a visitor's address ('' where nobody knows it). Answers how much work the visitor did, in percent of the
   * usual; infinite where the captcha let them pass without or asked for more by itself; null for a token that is not accepted.
   */
  redeem(question: {
    readonly secretKey: string
    readonly token: string
    readonly address: string
    readonly visitor: string
  }): Promise<number | null>
  /** Asks for so much work, see `WorkTickets`. */
  issueTicket(solutionId: string, percent: number): string
  /** See `WorkTickets`. */
  secretOf(solutionId: string): Buffer
  /** Figures of a month such as `2026-11`, in days of the site; null without a captcha, and where nothing happened. */
  readMonth(solutionId: string, month: string): Promise<MonthFigures | null>
}

/** Long enough to solve the hardest challenge on an old phone. */
const ticketLifetimeMs = 600_000
/** Targets are whole numbers, so work is a little more or less than what was asked for. */
const roundedPercent = 2

export function createProtected(
  context: RedemptionContext,
  {
    databaseOf,
    tickets,
    work,
    nameOfNetwork,
    readOrigin,
  }: Pick<StatisticsContext, 'nameOfNetwork'> &
    Pick<EdgeContext, 'readOrigin'> & {
      /** The database of the cell that a solution is in. */
      readonly databaseOf: (solutionId: string) => Promise<Database>
      readonly tickets: WorkTickets
      readonly work: WorkRange
    },
): Protected {
  return {
    findKey: (secretKey, address) => context.apiKeys.findAny(secretKey, address),
    async findSite(siteKey, origin) {
      const environment = await context.sites.find(siteKey)
      if (environment === null || environment.test !== null) return null
      const read = readOrigin(origin)
      const allows = environment.active && read !== null && environment.allows(read.host)
      return { solutionId: environment.site.solutionId, allows }
    },
    async findVerification(solutionId, token) {
      const reading = context.tokens.read(token, context.now() / 1000)
      if (reading.status !== 'valid' || isTestEnvironment(reading.claims.environmentId)) return null
      const { environmentId, verificationId } = reading.claims
      const environment = context.sites.known(environmentId) ?? (await context.sites.load(environmentId))
      return environment?.site.solutionId === solutionId ? verificationId : null
    },
    findSiteKey: async (solutionId) =>
      (await findSiteOfSolution(await databaseOf(solutionId), solutionId))?.siteKey ?? null,
    async redeem({ secretKey, token, address, visitor }) {
      const outcome = await judgeToken(context, { secret: secretKey, response: token, address, remoteip: visitor })
      if (outcome.status !== 'redeemed') return null
      const { passed, workHashes, rounds, solutionId } = outcome.verification
      if (!passed) return null
      if (workHashes === 0 || rounds > 1) return Number.POSITIVE_INFINITY
      const site = await findSiteOfSolution(await databaseOf(solutionId), solutionId)
      const usual = hashesAtIssue(work.min, site?.settings.difficulty ?? 0)
      return Math.round((100 * workHashes) / usual) + roundedPercent
    },
    issueTicket: (solutionId, percent) => tickets.issue(solutionId, percent, ticketLifetimeMs, context.now()),
    secretOf: (solutionId) => tickets.secretOf(solutionId),
    readMonth: async (solutionId, month) =>
      readMonth(
        { db: await databaseOf(solutionId), nameOfNetwork, now: () => new Date(context.now()) },
        solutionId,
        month,
      ),
  }
}
