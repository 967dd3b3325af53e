import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.ts'),
  route(':language', 'routes/language.tsx'),
  layout(
    'routes/entrance.tsx',
    prefix(':language', [
      route('sign-in', 'routes/sign-in.tsx'),
      route('sign-up', 'routes/sign-up.tsx'),
      route('check-your-mail', 'routes/check-your-mail.tsx'),
      route('verify-email', 'routes/verify-email.tsx'),
      route('first-admin', 'routes/first-admin.tsx'),
      route('sign-out', 'routes/sign-out.tsx'),
    ]),
  ),
  layout('routes/mailbox-shell.tsx', [route(':language/mailbox', 'routes/mailbox.tsx'), route(':language/mailbox/:mailId', 'routes/mail.tsx')]),
  route(':language/mailbox/:mailId/html', 'routes/mail-html.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
