import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.ts'),
  route('products/captcha', 'routes/products/captcha-without-language.ts'),
  route(':language', 'routes/language.tsx'),
  // feeds
  route('robots.txt', 'feeds/robots.ts'),
  route('sitemap.xml', 'feeds/sitemap-index.ts'),
  route('llms.txt', 'feeds/llms.ts'),
  // What the cookie inspector asks; interactive parts of articles.
  route(':language/wiki/cookies/received', 'parts/cookie-inspector/received.ts'),
  layout(
    'shell/site-shell.tsx',
    prefix(':language', [
      // products
      route('products/captcha', 'routes/products/captcha.tsx'),
      // contact
      ...(['contact-us', 'contact-sales', 'book-demo'] as const).map((path) =>
        route(path, 'contact/contact-page.tsx', { id: `contact/${path}` }),
      ),
      // articles
      route('learn', 'article/learn-index.tsx'),
      route('wiki', 'article/wiki-index.tsx'),
      route('learn/:slug', 'article/article-page.tsx', { id: 'article/learn' }),
      route('wiki/:slug', 'article/article-page.tsx', { id: 'article/wiki' }),
      // legal
      route('legal', 'legal/legal-index.ts'),
      route('legal/cookie-settings', 'routes/legal/cookie-settings.tsx'),
      route('legal/:document', 'legal/legal-page.tsx'),
    ]),
  ),
  ...prefix(':language', [
    route('learn/:slug.md', 'article/markdown.ts', { id: 'article/learn.md' }),
    route('wiki/:slug.md', 'article/markdown.ts', { id: 'article/wiki.md' }),
    route('helpful', 'article/helpful.ts'),
    route('pages.xml', 'feeds/sitemap.ts'),
    route('articles.xml', 'feeds/articles.ts'),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
