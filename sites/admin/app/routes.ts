import { layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Pages of each area, below `:language`. Every one of them is for operators whose session of this site is open. */
const areas = [
  route(':language/overview', 'overview/overview.tsx'),
  route(':language/overview/health', 'overview/health.tsx'),
  route(':language/jobs', 'jobs/jobs.tsx'),
  route(':language/jobs/dead-letters', 'jobs/dead-letters.tsx'),
  route(':language/mail', 'mail/mail.tsx'),
  route(':language/limits', 'limits/limits.tsx'),
  route(':language/abuse', 'abuse/abuse.tsx'),
  route(':language/system', 'system/system.tsx'),
]

export default [
  route('/', 'shell/home.ts'),
  route(':language', 'shell/language.tsx'),
  route(':language/open', 'entry/open.tsx'),
  route(':language/sign-out', 'entry/sign-out.ts'),
  route(':language/theme', 'shell/theme.ts'),
  layout('shell/shell.tsx', [
    layout('frame/page-frame.tsx', [route(':language/change-mode', 'change-mode/change-mode.tsx'), ...areas]),
  ]),
  route('*', 'shell/not-found.tsx'),
] satisfies RouteConfig
