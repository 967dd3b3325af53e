import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

const solution = [
  index('routes/solution-home.ts'),
  route('overview', 'routes/overview.tsx'),
  route('captcha/verifications', 'routes/verifications.tsx'),
  route('captcha/verifications/:verificationId', 'routes/verification.tsx'),
  route('set-up', 'routes/set-up.tsx'),
  route('secret-key', 'routes/secret-key.tsx'),
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
  route(':language/sign-out', 'routes/sign-out.ts'),
  route(':language/solutions/:solutionId/live', 'routes/live.ts'),
  route(':language/invite-token', 'routes/invite-token.ts'),
  route(':language/organizations/:organizationId/earnings/commissions.csv', 'routes/organization/commissions-file.ts'),
  route(':language/organizations/:organizationId/payouts/:payoutId/document', 'routes/organization/payout-document.ts'),
  layout('routes/shell.tsx', [
    // Inside the shell, so that a page that fails leaves the navigation standing.
    layout('routes/page.tsx', [
      ...prefix(':language', [
        route('dashboard', 'routes/dashboard.tsx'),
        route('captchas', 'routes/captchas.tsx'),
        route('solution-creation', 'routes/solution-creation.tsx'),
      ]),
      route(':language/solutions/:solutionId', 'routes/solution.tsx', solution),
      route(':language/organizations', 'routes/organization/list.tsx'),
      route(':language/organizations/new', 'routes/organization/creation.tsx'),
      route(':language/organizations/:organizationId', 'routes/organization/frame.tsx', organization),
    ]),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
