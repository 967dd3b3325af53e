import { createApiClient } from '@bollard/api-client'
import { captchaRoutes, type Verification } from '@bollard/contracts'
import { createAccount, createCaptcha } from '../../e2e/account.ts'
import { product } from '../../e2e/product.ts'
import startProduct from '../../e2e/start-product.ts'

/** The service that the lab's form is protected by, and how its verdicts are read. */
export interface Service {
  readonly api: string
  readonly siteKey: string
  readonly secretKey: string
  /** One verification with every reason; null where nothing was recorded under this id. */
  read(verificationId: string): Promise<Verification | null>
  /** The newest verification since a moment (milliseconds of the epoch), where nobody else uses the site; else null. */
  newestSince(time: number): Promise<Verification | null>
  stop(): Promise<void>
}

export interface ServiceAddress {
  readonly api: string
  readonly siteKey: string
  readonly secretKey: string
}

/**
 * Starts the whole product with an empty data folder, signs up, and creates a CAPTCHA for localhost, all through
 * the calls that a customer uses.
 */
export async function startService(): Promise<Service> {
  const stop = await startProduct()
  try {
    const account = await createAccount('Lab')
    const { solutionId, siteKey, secretKey } = await createCaptcha(account, 'Bot lab')
    const api = createApiClient({ baseUrl: product.api, cookies: () => account.cookie })
    return {
      api: product.api,
      siteKey,
      secretKey,
      read: (verificationId) => api.getVerification({ solutionId, verificationId }).catch(() => null),
      newestSince: async (time) => {
        const { items } = await api.listVerifications({ solutionId, limit: 1 })
        const [newest] = items
        return newest !== undefined && Date.parse(newest.startedAt) >= time ? newest : null
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A service that runs already; verdicts are fetched as a customer's server does, with the secret key. */
export function useService({ api, siteKey, secretKey }: ServiceAddress): Service {
  return {
    api,
    siteKey,
    secretKey,
    read: async (verificationId) => {
      const path = captchaRoutes.getVerificationResult.path.replace(
        '{verificationId}',
        encodeURIComponent(verificationId),
      )
      const answer = await fetch(`${api}${path}`, { headers: { authorization: `Bearer ${secretKey}` } })
      return answer.ok ? captchaRoutes.getVerificationResult.response.schema.parse(await answer.json()) : null
    },
    newestSince: async () => null,
    stop: async () => undefined,
  }
}
