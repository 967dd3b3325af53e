import type { ApiKeyCache } from '../../access/api-keys/api-key-cache.ts'
import type { ApiKeyOwner } from '../../access/api-keys/api-key-owners.ts'
import { type MonthFigures, readMonth } from '../../records/statistics/read-month.ts'
import type { StatisticsContext } from '../../records/statistics/get-statistics.ts'

/** What the protection of a whole site may ask of the captcha of the same solution. */
export interface Protected {
  /** Whose key it is when it may be used from an address, whatever its scopes are; null for every other. */
  findKey(secretKey: string, address: string): Promise<ApiKeyOwner | null>
  /** Figures of a month such as `2026-11`, in days of the site; null without a captcha, and where nothing happened. */
  readMonth(solutionId: string, month: string): Promise<MonthFigures | null>
}

export function createProtected({
  apiKeys,
  ...statistics
}: StatisticsContext & { readonly apiKeys: Pick<ApiKeyCache, 'findAny'> }): Protected {
  return {
    findKey: (secretKey, address) => apiKeys.findAny(secretKey, address),
    readMonth: (solutionId, month) => readMonth(statistics, solutionId, month),
  }
}
