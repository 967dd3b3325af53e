import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.ts'),
  route('products/captcha', 'routes/products/captcha-without-language.ts'),
  route(':language', 'routes/language.tsx'),
  layout(
    'shell/site-shell.tsx',
    prefix(':language', [
      route('products/captcha', 'routes/products/captcha.tsx'),
      route('products/captcha/integrations', 'integrations/overview.tsx'),
      route('products/captcha/integrations/:platform', 'integrations/platform.tsx'),
      route('logos', 'brand/logos.tsx'),
      route('reports', 'reports/overview.tsx'),
      route('reports/:reportId', 'reports/report.tsx'),
      route('highlights', 'highlights/highlights.tsx'),
      route('legal/cookie-settings', 'routes/legal/cookie-settings.tsx'),
    ]),
  ),
  route(':language/products/captcha/integrations/:platform.md', 'integrations/platform-markdown.ts'),
  ...['data.csv', 'data.json'].map((file) =>
    route(`:language/reports/:reportId/${file}`, 'reports/data-file.ts', { id: `reports/${file}` }),
  ),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
