import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

const solution = [
  index('routes/solution-home.ts'),
  route('overview', 'routes/overview.tsx'),
  route('captcha/verifications', 'routes/verifications.tsx'),
  route('captcha/verifications/:verificationId', 'routes/verification.tsx'),
  route('set-up', 'routes/set-up.tsx'),
  route('secret-key', 'routes/secret-key.tsx'),
]

const settings = [
  index('routes/settings-home.ts'),
  route('general', 'routes/settings-general.tsx'),
  route('members', 'routes/settings-members.tsx'),
  route('members/:userId', 'routes/settings-member.tsx'),
  route('billing', 'routes/solution-billing.tsx'),
  route('billing/plan', 'routes/solution-plan.tsx'),
  route('billing/payment', 'routes/solution-payment.tsx'),
  route('billing/invoices/:invoiceId', 'routes/solution-invoice.tsx'),
  route('audit', 'routes/settings-audit.tsx'),
  route('unsubscribe', 'routes/settings-unsubscribe.tsx'),
]

const organization = [
  index('routes/organization/overview.tsx'),
  route('solutions', 'routes/organization/solutions.tsx'),
  route('earnings', 'routes/organization/earnings.tsx'),
  route('settings', 'routes/organization/general.tsx'),
  route('settings/payout', 'routes/organization/payout-account.tsx'),
  route('settings/verification', 'routes/organization/verification.tsx'),
  route('settings/members', 'routes/organization/members.tsx'),
  route('settings/links', 'routes/organization/links.tsx'),
  route('settings/audit', 'routes/organization/audit.tsx'),
  route('settings/deletion', 'routes/organization/deletion.tsx'),
]

export default [
  index('routes/home.ts'),
  route(':language', 'routes/language.tsx'),
  route(':language/theme', 'routes/theme.ts'),
  route(':language/sign-out', 'routes/sign-out.ts'),
  route(':language/solutions/:solutionId/live', 'routes/live.ts'),
  route(':language/solutions/:solutionId/settings/data', 'routes/settings-data.ts'),
  route(':language/solutions/:solutionId/settings/export.zip', 'routes/settings-archive.ts'),
  route(':language/solutions/:solutionId/settings/exports/:exportId', 'routes/settings-export.ts'),
  route(':language/billing/invoices/:invoiceId/file', 'routes/invoice-file.ts'),
  route(':language/engine-programs', 'routes/engine-programs.ts'),
  route(':language/invite-token', 'routes/invite-token.ts'),
  route(':language/confirm-invoice-address', 'routes/confirm-invoice-address.tsx'),
  route(':language/organizations/:organizationId/export.zip', 'routes/organization/archive.ts'),
  route(':language/organizations/:organizationId/earnings/commissions.csv', 'routes/organization/commissions-file.ts'),
  route(':language/organizations/:organizationId/payouts/:payoutId/document', 'routes/organization/payout-document.ts'),
  layout('routes/shell.tsx', [
    // Inside the shell, so that a page that fails leaves the navigation standing.
    layout('routes/page.tsx', [
      ...prefix(':language', [
        route('dashboard', 'routes/dashboard.tsx'),
        route('captchas', 'routes/captchas.tsx'),
        route('solution-creation', 'routes/solution-creation.tsx'),
        route('billing', 'routes/billing.tsx'),
        route('billing/addresses/:addressId', 'routes/invoice-address.tsx'),
        route('billing/payment-methods/new', 'routes/payment-method-new.tsx'),
        route('billing/payment-methods/setups/:setupId', 'routes/payment-method-setup.tsx'),
        route('billing/invoices/:invoiceId', 'routes/own-invoice.tsx'),
        route('billing/invoices/:invoiceId/confirmation', 'routes/invoice-confirmation.tsx'),
      ]),
      route(':language/solutions/:solutionId', 'routes/solution.tsx', solution),
      route(':language/solutions/:solutionId/settings', 'routes/settings.tsx', settings),
      route(':language/organizations', 'routes/organization/list.tsx'),
      route(':language/organizations/new', 'routes/organization/creation.tsx'),
      route(':language/organizations/:organizationId', 'routes/organization/frame.tsx', organization),
    ]),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
