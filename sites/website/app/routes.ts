import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.ts'),
  route('products/captcha', 'routes/products/captcha-without-language.ts'),
  route(':language', 'routes/language.tsx'),
  // What pages report of themselves, and of visitors who have agreed.
  route('measuring/page-views', 'measuring/page-views.ts'),
  route('measuring/performance-events', 'measuring/performance-events.ts'),
  route('measuring/replay-batches', 'measuring/replay-batches.ts'),
  // feeds
  route('robots.txt', 'feeds/robots.ts'),
  route('sitemap.xml', 'feeds/sitemap-index.ts'),
  route('llms.txt', 'feeds/llms.ts'),
  // What the cookie inspector asks; interactive parts of articles.
  route(':language/wiki/cookies/received', 'parts/cookie-inspector/received.ts'),
  layout(
    'shell/site-shell.tsx',
    prefix(':language', [
      // contact
      ...(['contact-us', 'contact-sales'] as const).map((path) =>
        route(path, 'contact/contact-page.tsx', { id: `contact/${path}` }),
      ),
      route('blocked', 'contact/blocked.tsx'),
      route('book-demo', 'booking/book-demo.tsx'),
      route('book-demo/booking', 'booking/own-booking.tsx'),
      // articles
      route('learn', 'article/learn-index.tsx'),
      route('wiki', 'article/wiki-index.tsx'),
      route('learn/:slug', 'article/article-page.tsx', { id: 'article/learn' }),
      route('wiki/:slug', 'article/article-page.tsx', { id: 'article/wiki' }),
      // legal
      route('legal', 'legal/legal-index.ts'),
      route('products/antispam', 'products/antispam/antispam.tsx'),
      route('products/captcha', 'routes/products/captcha.tsx'),
      route('products/captcha/captcha-security-concept', 'products/security-concept/security-concept.tsx'),
      route('products/captcha/gdpr-compliant-captcha', 'products/gdpr-compliant-captcha/gdpr-compliant-captcha.tsx'),
      route('products/captcha/captcha-user-experience', 'products/user-experience/user-experience.tsx'),
      route('products/captcha/pricing', 'products/pricing/pricing.tsx'),
      route('products/captcha/recaptcha-alternative', 'products/recaptcha-alternative/recaptcha-alternative.tsx'),
      route('products/captcha/enterprise-captcha', 'products/enterprise-captcha/enterprise-captcha.tsx'),
      route('products/captcha/integrations', 'integrations/overview.tsx'),
      route('products/captcha/integrations/:platform', 'integrations/platform.tsx'),
      route('logos', 'brand/logos.tsx'),
      route('reports', 'reports/overview.tsx'),
      route('reports/:reportId', 'reports/report.tsx'),
      route('highlights', 'highlights/highlights.tsx'),
      route('legal/cookie-settings', 'routes/legal/cookie-settings.tsx'),
      route('legal/:document', 'legal/legal-page.tsx'),
    ]),
  ),
  ...prefix(':language', [
    route('learn/:slug.md', 'article/markdown.ts', { id: 'article/learn.md' }),
    route('wiki/:slug.md', 'article/markdown.ts', { id: 'article/wiki.md' }),
    route('legal/:document.pdf', 'legal/legal-pdf.ts'),
    route('helpful', 'article/helpful.ts'),
    route('administration', 'shell/administration.ts'),
    route('pages.xml', 'feeds/sitemap.ts'),
    route('articles.xml', 'feeds/articles.ts'),
  ]),
  route(':language/products/captcha/integrations/:platform.md', 'integrations/platform-markdown.ts'),
  ...['data.csv', 'data.json'].map((file) =>
    route(`:language/reports/:reportId/${file}`, 'reports/data-file.ts', { id: `reports/${file}` }),
  ),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
