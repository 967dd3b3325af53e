import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.ts'),
  route('products/captcha', 'routes/products/captcha-without-language.ts'),
  route(':language', 'routes/language.tsx'),
  layout(
    'shell/site-shell.tsx',
    prefix(':language', [
      route('products/captcha', 'routes/products/captcha.tsx'),
      route('legal/cookie-settings', 'routes/legal/cookie-settings.tsx'),
    ]),
  ),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
