import { layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Pages of each area, below `:language`. Every one of them is for operators whose session of this site is open. */
const areas = [
  route(':language/overview', 'overview/overview.tsx'),
  route(':language/content', 'content/content.tsx'),
  route(':language/inbox', 'contact/inbox.tsx'),
  route(':language/demos', 'contact/demos.tsx'),
  route(':language/visits', 'telemetry/visits.tsx'),
  route(':language/visits/performance', 'telemetry/performance.tsx'),
  route(':language/visits/replays', 'telemetry/replays.tsx'),
  route(':language/audit', 'audit/audit.tsx'),
]

/** What the pages of areas hand on as files. Their loaders ask the services, which let operators in alone. */
const files = [
  route(':language/visits/replays/:replayId/events.json', 'telemetry/replay-events.ts'),
  route(':language/audit/entries.csv', 'audit/entries-file.ts'),
]

export default [
  route('/', 'shell/home.ts'),
  route(':language', 'shell/language.tsx'),
  route(':language/open', 'entry/open.tsx'),
  route(':language/sign-out', 'entry/sign-out.ts'),
  route(':language/theme', 'shell/theme.ts'),
  ...files,
  layout('shell/shell.tsx', [
    layout('frame/page-frame.tsx', [route(':language/change-mode', 'change-mode/change-mode.tsx'), ...areas]),
  ]),
  route('*', 'shell/not-found.tsx'),
] satisfies RouteConfig
