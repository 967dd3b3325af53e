import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.ts'),
  route('products/captcha', 'routes/products/captcha-without-language.ts'),
  route(':language', 'routes/language.tsx'),
  layout(
    'shell/site-shell.tsx',
    prefix(':language', [
      route('products/antispam', 'products/antispam/antispam.tsx'),
      route('products/captcha', 'routes/products/captcha.tsx'),
      route('products/captcha/captcha-security-concept', 'products/security-concept/security-concept.tsx'),
      route('products/captcha/gdpr-compliant-captcha', 'products/gdpr-compliant-captcha/gdpr-compliant-captcha.tsx'),
      route('products/captcha/captcha-user-experience', 'products/user-experience/user-experience.tsx'),
      route('products/captcha/pricing', 'products/pricing/pricing.tsx'),
      route('products/captcha/recaptcha-alternative', 'products/recaptcha-alternative/recaptcha-alternative.tsx'),
      route('products/captcha/enterprise-captcha', 'products/enterprise-captcha/enterprise-captcha.tsx'),
      route('legal/cookie-settings', 'routes/legal/cookie-settings.tsx'),
    ]),
  ),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
