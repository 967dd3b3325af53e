import { createApiClient } from '@bollard/api-client'
import { captchaRoutes, type Verification } from '@bollard/contracts'
import { createAccount, createCaptcha } from '../../e2e/account.ts'
import { seedAsOperator } from '../../e2e/operator.ts'
import { product } from '../../e2e/product.ts'
import startProduct from '../../e2e/start-product.ts'

/** A website under the service's protection, and how the verdicts on its visitors are read. */
export interface Site {
  readonly siteKey: string
  readonly secretKey: string
  /** One verification with every reason; null where nothing was recorded under this id. */
  read(verificationId: string): Promise<Verification | null>
  /** The newest verification, where it can be asked for; else null. */
  newest(): Promise<Verification | null>
}

/** No more than a plan allows; a run has more visitors than that. */
const sitesOfAccount = 40

/** The service that the lab's form is protected by. */
export interface Service {
  readonly api: string
  /** Whether it believes X-Forwarded-For of this machine. */
  readonly trustsThisMachine: boolean
  /** A site that nobody has visited yet, where the service is the lab's own. */
  createSite(label: string): Promise<Site>
  stop(): Promise<void>
}

export interface ServiceAddress {
  readonly api: string
  readonly siteKey: string
  readonly secretKey: string
}

/** Characters of a solution's label. */
const labelLengthMax = 50

/**
 * Starts the whole product with an empty data folder, opens the dashboard as its operator does, so that visitors' engines are
 * asked as on any installation in use, and signs up, all through the calls that a customer uses. Every visitor gets a site of
 * its own, so that nobody pays for the others.
 */
export async function startService(): Promise<Service> {
  process.env['TRUSTED_PROXIES'] = '127.0.0.1,::1'
  const stop = await startProduct()
  try {
    await seedAsOperator(product.output)
    let account = await createAccount('Lab')
    let sites = 0
    return {
      api: product.api,
      trustsThisMachine: true,
      createSite: async (label) => {
        if (++sites > sitesOfAccount) {
          account = await createAccount('Lab')
          sites = 1
        }
        const { cookie } = account
        const api = createApiClient({ baseUrl: product.api, cookies: () => cookie })
        const { solutionId, siteKey, secretKey } = await createCaptcha(account, label.slice(0, labelLengthMax))
        return {
          siteKey,
          secretKey,
          read: (verificationId) => api.getVerification({ solutionId, verificationId }).catch(() => null),
          newest: async () => (await api.listVerifications({ solutionId, limit: 1 })).items[0] ?? null,
        }
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
  const site: Site = {
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
    newest: async () => null,
  }
  return { api, trustsThisMachine: false, createSite: async () => site, stop: async () => undefined }
}
