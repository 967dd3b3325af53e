import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('home/without-language.ts'),
  route('errors', 'errors/without-language.ts', { id: 'errors/without-code' }),
  route('errors/:code', 'errors/without-language.ts'),
  route('llms.txt', 'feeds/llms.ts'),
  route('llms-full.txt', 'feeds/llms-full.ts'),
  route('sitemap.xml', 'feeds/sitemap.ts'),
  route('robots.txt', 'feeds/robots.ts'),
  layout(
    'shell/docs-shell.tsx',
    prefix(':language', [
      index('home/home.tsx'),
      route('search', 'search/search-page.tsx'),
      route('changelog', 'changelog/changelog.tsx'),
      route('api', 'reference/operations.tsx'),
      route('api/:operationId', 'reference/operation.tsx'),
      route('errors', 'errors/error-codes.tsx'),
      route('errors/:code', 'errors/error-code.tsx'),
      route(':section/:slug', 'article/article.tsx'),
    ]),
  ),
  ...prefix(':language', [
    route('changelog.xml', 'changelog/feed.ts'),
    route('search-index.json', 'search/index-file.ts'),
    route('helpful', 'feedback/answer.ts'),
    route('site-keys', 'site-keys/site-keys.ts'),
    route('missed-searches', 'search/missed-search.ts'),
    // Their pages have addresses of their own, which come before those of articles.
    ...['api.md', 'api/:slug.md', 'errors.md', 'errors/:slug.md'].map((path) =>
      route(path, 'article/markdown.ts', { id: path }),
    ),
    route(':section/:slug.md', 'article/markdown.ts'),
  ]),
  route('*', 'shell/not-found.tsx'),
] satisfies RouteConfig
