import { accountingRoutes } from './accounting.ts'
import { billingDeskRoutes } from './billing-desk.ts'
import { billingRoutes } from './billing.ts'
import { captchaRoutes } from './captcha.ts'
import { contactRoutes } from './contact.ts'
import { demoRoutes } from './demo.ts'
import { documentationRoutes } from './documentation.ts'
import { identityAccountRoutes } from './identity-account.ts'
import { identityAdvertisingRoutes } from './identity-advertising.ts'
import { identityOperatorRoutes } from './identity-operator.ts'
import { identityPeopleRoutes } from './identity-people.ts'
import { identitySecurityRoutes } from './identity-security.ts'
import { identityRoutes } from './identity.ts'
import { invitationRoutes } from './invitation.ts'
import { inviteTokenRoutes } from './invite-token.ts'
import { invoiceRoutes } from './invoice.ts'
import { lookupRoutes } from './lookup-lists.ts'
import { memberRoutes } from './member.ts'
import { monitoringRoutes } from './monitoring.ts'
import { operationsAbuseRoutes } from './operations-abuse.ts'
import { operationsFigureRoutes } from './operations-figures.ts'
import { operationsHealthRoutes } from './operations-health.ts'
import { operationsOverviewRoutes } from './operations-overview.ts'
import { operationsFlagRoutes } from './operations-flags.ts'
import { operationsJobRoutes } from './operations-jobs.ts'
import { operationsMailRoutes } from './operations-mail.ts'
import { operationsSystemRoutes } from './operations-system.ts'
import { organizationRoutes } from './organization.ts'
import { partnerRoutes } from './partner.ts'
import { protectionRoutes } from './protection.ts'
import type { Route } from './route.ts'
import { solutionRoutes } from './solution-routes.ts'
import { telemetryRoutes } from './telemetry.ts'

/** Every call of the product, in the order in which its description lists them. */
export const routeTables: readonly Readonly<Record<string, Route>>[] = [
  identityRoutes,
  identitySecurityRoutes,
  identityOperatorRoutes,
  identityAccountRoutes,
  identityAdvertisingRoutes,
  identityPeopleRoutes,
  lookupRoutes,
  solutionRoutes,
  organizationRoutes,
  memberRoutes,
  invitationRoutes,
  inviteTokenRoutes,
  billingRoutes,
  accountingRoutes,
  invoiceRoutes,
  billingDeskRoutes,
  partnerRoutes,
  captchaRoutes,
  monitoringRoutes,
  protectionRoutes,
  contactRoutes,
  demoRoutes,
  documentationRoutes,
  telemetryRoutes,
  operationsJobRoutes,
  operationsMailRoutes,
  operationsFlagRoutes,
  operationsAbuseRoutes,
  operationsSystemRoutes,
  operationsFigureRoutes,
  operationsHealthRoutes,
  operationsOverviewRoutes,
]
