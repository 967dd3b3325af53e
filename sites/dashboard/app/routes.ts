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
  route('audit', 'routes/settings-audit.tsx'),
  route('unsubscribe', 'routes/settings-unsubscribe.tsx'),
]

export default [
  index('routes/home.ts'),
  route(':language', 'routes/language.tsx'),
  route(':language/sign-out', 'routes/sign-out.ts'),
  route(':language/solutions/:solutionId/live', 'routes/live.ts'),
  route(':language/solutions/:solutionId/settings/data', 'routes/settings-data.ts'),
  route(':language/solutions/:solutionId/settings/exports/:exportId', 'routes/settings-export.ts'),
  layout('routes/shell.tsx', [
    // Inside the shell, so that a page that fails leaves the navigation standing.
    layout('routes/page.tsx', [
      ...prefix(':language', [
        route('dashboard', 'routes/dashboard.tsx'),
        route('captchas', 'routes/captchas.tsx'),
        route('solution-creation', 'routes/solution-creation.tsx'),
      ]),
      route(':language/solutions/:solutionId', 'routes/solution.tsx', solution),
      route(':language/solutions/:solutionId/settings', 'routes/settings.tsx', settings),
    ]),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
