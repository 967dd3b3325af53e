import type { captchaRoutes, identityRoutes, Route, solutionRoutes } from '@bollard/contracts'

/** Every route of the product. Only the types are taken from the tables, so that no schema gets into a page. */
export type Routes = typeof identityRoutes & typeof solutionRoutes & typeof captchaRoutes

/** What it takes to make a call. */
export interface Call {
  readonly method: Route['method']
  readonly path: string
  /** Name under which the caller hands over the body. */
  readonly body?: string
  /** The answer is not JSON but a stream for the caller to read. */
  readonly stream?: true
}

/** The compiler compares each line with its route: a call that is missing, too many or different does not compile. */
type CallOf<R extends Route> = { readonly method: R['method']; readonly path: R['path'] } & (R extends { body: { name: infer Name } }
  ? { readonly body: Name }
  : { readonly body?: never }) &
  (R['response'] extends { stream: true } ? { readonly stream: true } : { readonly stream?: never })

export const callTable = {
  createAccount: { method: 'POST', path: '/identity/v1/accounts', body: 'accountNewDto' },
  createFirstAdmin: { method: 'POST', path: '/identity/v1/first-admin', body: 'firstAdminNewDto' },
  verifyEmail: { method: 'POST', path: '/identity/v1/email-verifications', body: 'emailVerificationDto' },
  resendEmailVerification: { method: 'POST', path: '/identity/v1/email-verifications/resend', body: 'emailVerificationResendDto' },
  createSession: { method: 'POST', path: '/identity/v1/sessions', body: 'sessionNewDto' },
  getCurrentSession: { method: 'GET', path: '/identity/v1/sessions/current' },
  deleteCurrentSession: { method: 'DELETE', path: '/identity/v1/sessions/current' },
  listMails: { method: 'GET', path: '/identity/v1/mailbox' },
  getMail: { method: 'GET', path: '/identity/v1/mailbox/{mailId}' },
  createSolution: { method: 'POST', path: '/solution/v1/solutions', body: 'solutionNewDto' },
  listSolutions: { method: 'GET', path: '/solution/v1/solutions' },
  getSolution: { method: 'GET', path: '/solution/v1/solutions/{solutionId}' },
  startVerification: { method: 'POST', path: '/captcha/v1/verifications', body: 'verificationNewDto' },
  answerVerification: { method: 'POST', path: '/captcha/v1/verifications/{verificationId}/solutions', body: 'solutionDto' },
  getVerificationResult: { method: 'GET', path: '/captcha/v1/verifications/{verificationId}/result' },
  siteverify: { method: 'POST', path: '/captcha/v1/siteverify', body: 'siteverifyDto' },
  getSite: { method: 'GET', path: '/captcha/v1/sites/{solutionId}' },
  rotateSecretKey: { method: 'POST', path: '/captcha/v1/sites/{solutionId}/secret-keys' },
  getStatistics: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/statistics' },
  listVerifications: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/verifications' },
  getVerification: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/verifications/{verificationId}' },
  putFeedback: { method: 'PUT', path: '/captcha/v1/sites/{solutionId}/verifications/{verificationId}/feedback', body: 'feedbackDto' },
  deleteFeedback: { method: 'DELETE', path: '/captcha/v1/sites/{solutionId}/verifications/{verificationId}/feedback' },
  reportFeedback: { method: 'POST', path: '/captcha/v1/verifications/{verificationId}/feedback', body: 'feedbackReportDto' },
  getAccuracy: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/accuracy' },
  getSiteSettings: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/settings' },
  putSiteSettings: { method: 'PUT', path: '/captcha/v1/sites/{solutionId}/settings', body: 'siteSettingsDto' },
  listEnvironments: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/environments' },
  createEnvironment: { method: 'POST', path: '/captcha/v1/sites/{solutionId}/environments', body: 'environmentNewDto' },
  updateEnvironment: { method: 'PUT', path: '/captcha/v1/sites/{solutionId}/environments/{environmentId}', body: 'environmentDto' },
  archiveEnvironment: { method: 'DELETE', path: '/captcha/v1/sites/{solutionId}/environments/{environmentId}' },
  listApiKeys: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/api-keys' },
  createApiKey: { method: 'POST', path: '/captcha/v1/sites/{solutionId}/api-keys', body: 'apiKeyNewDto' },
  updateApiKey: { method: 'PUT', path: '/captcha/v1/sites/{solutionId}/api-keys/{apiKeyId}', body: 'apiKeyDto' },
  rotateApiKey: { method: 'POST', path: '/captcha/v1/sites/{solutionId}/api-keys/{apiKeyId}/rotations', body: 'apiKeyRotationDto' },
  revokeApiKey: { method: 'DELETE', path: '/captcha/v1/sites/{solutionId}/api-keys/{apiKeyId}' },
  listBypassKeys: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/bypass-keys' },
  createBypassKey: { method: 'POST', path: '/captcha/v1/sites/{solutionId}/bypass-keys', body: 'bypassKeyNewDto' },
  updateBypassKey: { method: 'PUT', path: '/captcha/v1/sites/{solutionId}/bypass-keys/{bypassKeyId}', body: 'bypassKeyDto' },
  revokeBypassKey: { method: 'DELETE', path: '/captcha/v1/sites/{solutionId}/bypass-keys/{bypassKeyId}' },
  listRules: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/rules' },
  createRule: { method: 'POST', path: '/captcha/v1/sites/{solutionId}/rules', body: 'ruleNewDto' },
  getRule: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/rules/{ruleId}' },
  updateRule: { method: 'PUT', path: '/captcha/v1/sites/{solutionId}/rules/{ruleId}', body: 'ruleDto' },
  deleteRule: { method: 'DELETE', path: '/captcha/v1/sites/{solutionId}/rules/{ruleId}' },
  orderRules: { method: 'PUT', path: '/captcha/v1/sites/{solutionId}/rules/order', body: 'ruleOrderDto' },
  getRuleForms: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/rule-forms' },
  putRuleForms: { method: 'PUT', path: '/captcha/v1/sites/{solutionId}/rule-forms', body: 'ruleFormsDto' },
  tryRules: { method: 'POST', path: '/captcha/v1/sites/{solutionId}/rules/trials', body: 'ruleTrialDto' },
  getPredictedWork: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/predicted-work' },
  getWidgetSettings: { method: 'GET', path: '/captcha/v1/widget-settings/{siteKey}' },
  getPrivateToken: { method: 'POST', path: '/captcha/v1/verifications/{verificationId}/private-token', body: 'privateTokenDto' },
  listOutages: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/outages' },
  createExport: { method: 'POST', path: '/captcha/v1/sites/{solutionId}/exports', body: 'exportNewDto' },
  listExports: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/exports' },
  getExport: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/exports/{exportId}' },
  downloadExport: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/exports/{exportId}/file', stream: true },
  exportDirectly: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/exports/direct', stream: true },
  deleteExport: { method: 'DELETE', path: '/captcha/v1/sites/{solutionId}/exports/{exportId}' },
  createErasure: { method: 'POST', path: '/captcha/v1/sites/{solutionId}/erasures', body: 'erasureNewDto' },
  listErasures: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/erasures' },
  getErasure: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/erasures/{erasureId}' },
  tryChange: { method: 'POST', path: '/captcha/v1/sites/{solutionId}/what-if', body: 'whatIfDto' },
  getAlertSettings: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/alerts' },
  putAlertSettings: { method: 'PUT', path: '/captcha/v1/sites/{solutionId}/alerts', body: 'alertSettingsDto' },
  listAlertEvents: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/alerts/events' },
  listWebhooks: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/webhooks' },
  createWebhook: { method: 'POST', path: '/captcha/v1/sites/{solutionId}/webhooks', body: 'webhookNewDto' },
  putWebhook: { method: 'PUT', path: '/captcha/v1/sites/{solutionId}/webhooks/{webhookId}', body: 'webhookDto' },
  deleteWebhook: { method: 'DELETE', path: '/captcha/v1/sites/{solutionId}/webhooks/{webhookId}' },
  rotateWebhookSecret: { method: 'POST', path: '/captcha/v1/sites/{solutionId}/webhooks/{webhookId}/secrets' },
  testWebhook: { method: 'POST', path: '/captcha/v1/sites/{solutionId}/webhooks/{webhookId}/test' },
  listWebhookDeliveries: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/webhooks/{webhookId}/deliveries' },
  streamSite: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/live', stream: true },
} as const satisfies { readonly [Id in keyof Routes]: CallOf<Routes[Id]> }
