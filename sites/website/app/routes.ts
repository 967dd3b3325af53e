import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.ts'),
  route('products/captcha', 'routes/products/captcha-without-language.ts'),
  route(':language', 'routes/language.tsx'),
  // What the cookie inspector asks; interactive parts of articles.
  route(':language/wiki/cookies/received', 'parts/cookie-inspector/received.ts'),
  layout(
    'shell/site-shell.tsx',
    prefix(':language', [
      route('products/captcha', 'routes/products/captcha.tsx'),
      route('legal/cookie-settings', 'routes/legal/cookie-settings.tsx'),
    ]),
  ),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
