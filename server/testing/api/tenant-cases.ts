import type { Route } from '@bollard/contracts'
import type { Belongings, Kind } from './kinds.ts'
import { kindsIn, sessionRoutes } from './examples.ts'
import type { World } from './world.ts'

/** A call with something of Ada's, and the same call with something that nobody has. */
export interface Case {
  readonly route: Route
  readonly what: string
  readonly its: Belongings
  readonly unknown: Belongings
}

/** Each route that names something: with everything of Ada's, and with one thing of hers among Eve's own. */
export function tenantCases({ ofAda, ofEve, ofNobody }: Pick<World, 'ofAda' | 'ofEve' | 'ofNobody'>): Case[] {
  return sessionRoutes.flatMap((route) => {
    const named = kindsIn(route)
    const whole = named.length === 0 ? [] : [{ route, what: route.id, its: ofAda, unknown: ofNobody }]
    const single = (kind: Kind): Case => ({
      route,
      what: `${route.id} with ${kind}`,
      its: { ...ofEve, [kind]: ofAda[kind] },
      unknown: { ...ofEve, [kind]: ofNobody[kind] },
    })
    return named.length > 1 ? [...whole, ...named.map(single)] : whole
  })
}

/** What Eve hears where it is not that there is nothing; each the same for ids that nobody has. */
export const otherAnswers: Readonly<Record<string, string>> = {
  // Lists of ids answer with what is visible, which is nothing.
  listSolutionsByIds: '200',
  listOrganizationsByIds: '200',
  // For administrators of the deployment, whatever the id.
  'revokeApiKeyAsOperator with apiKeyId': '403 forbidden',
  getAdvertisingToken: '403 forbidden',
  downloadConversionExport: '403 forbidden',
  settleConversionExport: '403 forbidden',
  getPerson: '403 forbidden',
  listPersonAudit: '403 forbidden',
  verifyPersonEmail: '403 forbidden',
  resetPersonPassword: '403 forbidden',
  endPersonSession: '403 forbidden',
  'endPersonSession with personId': '403 forbidden',
  'endPersonSession with personSessionId': '403 forbidden',
  endPersonSessions: '403 forbidden',
  removePersonFactors: '403 forbidden',
  suspendPerson: '403 forbidden',
  liftSuspension: '403 forbidden',
  createPersonExport: '403 forbidden',
  downloadPersonExport: '403 forbidden',
  'downloadPersonExport with personId': '403 forbidden',
  'downloadPersonExport with personExportId': '403 forbidden',
  previewPersonDeletion: '403 forbidden',
  createOperatorRequest: '403 forbidden',
  confirmOperatorRequest: '403 forbidden',
  declineOperatorRequest: '403 forbidden',
  startView: '403 forbidden',
  rejectConversion: '403 forbidden',
  'rejectConversion with advertisingTokenId': '403 forbidden',
  'rejectConversion with conversionId': '403 forbidden',
  sendConversion: '403 forbidden',
  'sendConversion with advertisingTokenId': '403 forbidden',
  'sendConversion with conversionId': '403 forbidden',
  replyToEnquiry: '403 forbidden',
  setEnquiryState: '403 forbidden',
  getReplay: '403 forbidden',
  listReplayBatches: '403 forbidden',
  deleteReplay: '403 forbidden',
  endFlag: '403 forbidden',
  releaseBounce: '403 forbidden',
  cancelDemoBooking: '403 forbidden',
  // Lists of somebody else likewise.
  listSolutions: '403 forbidden',
  listMemberSolutions: '403 forbidden',
  listOrganizations: '403 forbidden',
  listInvoices: '403 forbidden',
  leaveSolutions: '403 forbidden',
  'leaveSolutions with userId': '403 forbidden',
  // Fields of her own things that name something of others.
  createEnquiry: '422 validation-failed',
  'createSolution with invoiceAddressId': '422 validation-failed',
  'createSolution with paymentMethodId': '422 validation-failed',
  'updateSolution with invoiceAddressId': '422 validation-failed',
  'updateSolution with paymentMethodId': '422 validation-failed',
  'previewSolutionPlan with invoiceAddressId': '422 validation-failed',
  'previewSolutionPlan with paymentMethodId': '422 validation-failed',
  'changeSolutionPlan with invoiceAddressId': '422 validation-failed',
  'changeSolutionPlan with paymentMethodId': '422 validation-failed',
  'createApiKey with environmentId': '422 validation-failed',
  'createBypassKey with environmentId': '422 validation-failed',
  'tryChange with environmentId': '422 validation-failed',
  'createExport with environmentId': '400 invalid-parameter',
  'createSavedFilter with environmentId': '400 invalid-parameter',
  'countVerifications with environmentId': '400 invalid-parameter',
  'listVerifications with environmentId': '400 invalid-parameter',
  'orderRules with ruleId': '409 version-conflict',
  'changeMonitoredServices with serviceId': '422 validation-failed',
  'createMaintenance with serviceId': '422 validation-failed',
  'createAlertRule with channelId': '422 validation-failed',
  'createOnCallSchedule with channelId': '422 validation-failed',
  'putAlertRule with channelId': '409 version-conflict',
  'putOnCallSchedule with channelId': '409 version-conflict',
  'createStatusPage with serviceId': '422 validation-failed',
  'createStatusReport with statusPageId': '422 validation-failed',
  // Her own site, in which nothing fits.
  'createErasure with verificationId': '200',
  'streamSite with environmentId': '200',
  // Decided before anything is looked up.
  addPasskey: '400 passkey-invalid',
  finishPaymentMethodSetup: '503 not-configured',
}
