import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

const solution = [
  index('solution/solution-home.ts'),
  route('overview', 'solution/overview/overview.tsx'),
  route('captcha/verifications', 'solution/verifications/verifications.tsx'),
  route('captcha/verifications/:verificationId', 'solution/verification/verification.tsx'),
  route('captcha/settings', 'captcha/settings/settings-home.ts'),
  route('captcha/settings/protection', 'captcha/settings/protection/protection.tsx'),
  route('captcha/settings/environments', 'captcha/settings/environments/environments.tsx'),
  route('captcha/settings/environments/:environmentId', 'captcha/settings/environments/environment.tsx'),
  route('captcha/settings/widget', 'captcha/settings/widget/widget.tsx'),
  route('captcha/settings/results', 'captcha/settings/results/results.tsx'),
  route('captcha/settings/log', 'captcha/settings/log/log.tsx'),
  route('set-up', 'solution/set-up/set-up.tsx'),
  route('secret-key', 'solution/secret-key/secret-key.tsx'),
]

const settings = [
  index('settings/settings-home.ts'),
  route('general', 'settings/general/general.tsx'),
  route('members', 'settings/members/members.tsx'),
  route('members/:userId', 'settings/members/member.tsx'),
  route('billing', 'settings/billing/billing.tsx'),
  route('billing/plan', 'settings/plan/plan.tsx'),
  route('billing/payment', 'settings/billing/payment.tsx'),
  route('billing/invoices/:invoiceId', 'settings/billing/invoice.tsx'),
  route('audit', 'settings/audit/audit.tsx'),
  route('unsubscribe', 'settings/unsubscribe/unsubscribe.tsx'),
]

const organization = [
  index('organization/overview/overview.tsx'),
  route('solutions', 'organization/solutions/solutions.tsx'),
  route('earnings', 'organization/earnings/earnings.tsx'),
  route('settings', 'organization/settings/general.tsx'),
  route('settings/payout', 'organization/settings/payout-account.tsx'),
  route('settings/verification', 'organization/settings/verification.tsx'),
  route('settings/members', 'organization/members/members.tsx'),
  route('settings/members/:userId', 'organization/members/member.tsx'),
  route('settings/links', 'organization/settings/links.tsx'),
  route('settings/audit', 'organization/settings/audit.tsx'),
  route('settings/deletion', 'organization/settings/deletion.tsx'),
]

export default [
  index('shell/home.ts'),
  route(':language', 'shell/language.tsx'),
  route(':language/theme', 'shell/theme.ts'),
  route(':language/sign-out', 'shell/sign-out.ts'),
  route(':language/put-aside', 'shell/put-aside.ts'),
  route(':language/solutions/:solutionId/live', 'live/live.ts'),
  route(
    ':language/solutions/:solutionId/captcha/settings/predicted-work',
    'captcha/settings/protection/predicted-work.ts',
  ),
  route(':language/solutions/:solutionId/settings/data', 'settings/unsubscribe/data.ts'),
  route(':language/solutions/:solutionId/settings/export.zip', 'settings/unsubscribe/archive.ts'),
  route(':language/solutions/:solutionId/settings/exports/:exportId', 'settings/unsubscribe/export.ts'),
  route(':language/billing/invoices/:invoiceId/file', 'billing/invoices/invoice-file.ts'),
  route(':language/engine-programs', 'shell/engine-programs.ts'),
  route(':language/invite-token', 'creation/invite-token.ts'),
  route(':language/confirm-invoice-address', 'billing/addresses/confirm-invoice-address.tsx'),
  route(':language/organizations/:organizationId/export.zip', 'organization/settings/archive.ts'),
  route(
    ':language/organizations/:organizationId/earnings/commissions.csv',
    'organization/earnings/commissions-file.ts',
  ),
  route(
    ':language/organizations/:organizationId/payouts/:payoutId/document',
    'organization/earnings/payout-document.ts',
  ),
  layout('shell/shell.tsx', [
    // Inside the shell, so that a page that fails leaves the navigation standing.
    layout('frame/page-frame.tsx', [
      ...prefix(':language', [
        route('dashboard', 'home/dashboard.tsx'),
        route('captchas', 'home/captchas.tsx'),
        route('solution-creation', 'creation/solution-creation.tsx'),
        route('billing', 'billing/overview/billing.tsx'),
        route('billing/addresses/:addressId', 'billing/addresses/invoice-address.tsx'),
        route('billing/payment-methods/new', 'billing/methods/payment-method-new.tsx'),
        route('billing/payment-methods/setups/:setupId', 'billing/methods/payment-method-setup.tsx'),
        route('billing/invoices/:invoiceId', 'billing/invoices/own-invoice.tsx'),
        route('billing/invoices/:invoiceId/confirmation', 'billing/invoices/invoice-confirmation.tsx'),
      ]),
      route(':language/solutions/:solutionId', 'solution/solution-layout.tsx', solution),
      route(':language/solutions/:solutionId/settings', 'settings/settings-layout.tsx', settings),
      route(':language/organizations', 'organizations/organizations.tsx'),
      route(':language/organizations/new', 'organizations/organization-creation.tsx'),
      route(':language/organizations/:organizationId', 'organization/organization-layout.tsx', organization),
    ]),
  ]),
  route('*', 'shell/not-found.tsx'),
] satisfies RouteConfig
