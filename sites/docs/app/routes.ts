import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('home/without-language.ts'),
  route('errors', 'errors/without-language.ts', { id: 'errors/without-code' }),
  route('errors/:code', 'errors/without-language.ts'),
  layout(
    'shell/docs-shell.tsx',
    prefix(':language', [
      index('home/home.tsx'),
      route('api', 'reference/operations.tsx'),
      route('api/:operationId', 'reference/operation.tsx'),
      route('errors', 'errors/error-codes.tsx'),
      route('errors/:code', 'errors/error-code.tsx'),
      route(':section/:slug', 'article/article.tsx'),
    ]),
  ),
  route(':language/api.md', 'pages/overview-markdown.ts', { id: 'pages/api-markdown' }),
  route(':language/errors.md', 'pages/overview-markdown.ts', { id: 'pages/errors-markdown' }),
  route(':language/:section/:slug.md', 'article/markdown.ts'),
  route('*', 'shell/not-found.tsx'),
] satisfies RouteConfig
