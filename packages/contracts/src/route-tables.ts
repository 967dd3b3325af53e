import { captchaRoutes } from './captcha.ts'
import { identityAccountRoutes } from './identity-account.ts'
import { identityAdvertisingRoutes } from './identity-advertising.ts'
import { identitySecurityRoutes } from './identity-security.ts'
import { identityRoutes } from './identity.ts'
import { lookupRoutes } from './lookup-lists.ts'
import type { Route } from './route.ts'
import { solutionRoutes } from './solution.ts'

/** Every call of the product, in the order in which its description lists them. */
export const routeTables: readonly Readonly<Record<string, Route>>[] = [
  identityRoutes, identitySecurityRoutes, identityAccountRoutes, identityAdvertisingRoutes, lookupRoutes,
  solutionRoutes,
  captchaRoutes,
]
