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
  getPrivateToken: { method: 'POST', path: '/captcha/v1/verifications/{verificationId}/private-token', body: 'privateTokenDto' },
  streamSite: { method: 'GET', path: '/captcha/v1/sites/{solutionId}/live', stream: true },
} as const satisfies { readonly [Id in keyof Routes]: CallOf<Routes[Id]> }
