import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('home/without-language.ts'),
  layout(
    'shell/docs-shell.tsx',
    prefix(':language', [index('home/home.tsx'), route(':section/:slug', 'article/article.tsx')]),
  ),
  route(':language/:section/:slug.md', 'article/markdown.ts'),
  route('*', 'shell/not-found.tsx'),
] satisfies RouteConfig
