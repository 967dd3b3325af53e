import { readFileSync } from 'node:fs'
import { createStripeProvider, defaultPlans, type PlanCatalogue, readPlans } from '@bollard/billing-service'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { type Operator, readOperator } from './operator.ts'

export interface BillingTerms {
  /** Null where nobody said who runs this; then no invoices are issued. */
  readonly operator: Operator | null
  readonly plans: PlanCatalogue
  readonly provider: ReturnType<typeof createStripeProvider> | null
}

/** Who sells what, and how it can be paid, as the configuration says. */
export function billingTermsOf(config: Config): BillingTerms {
  const { OPERATOR_FILE, PLANS_FILE } = config
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_API_URL: apiUrl,
  } = config
  const optional = { ...(publishableKey ? { publishableKey } : {}), ...(apiUrl ? { apiUrl } : {}) }
  return {
    operator: OPERATOR_FILE === undefined ? null : readOperator(OPERATOR_FILE),
    plans: PLANS_FILE === undefined ? defaultPlans() : plansIn(PLANS_FILE),
    provider: secretKey && webhookSecret ? createStripeProvider({ secretKey, webhookSecret, ...optional }) : null,
  }
}

function plansIn(file: string): PlanCatalogue {
  try {
    return readPlans(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartupFault(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
