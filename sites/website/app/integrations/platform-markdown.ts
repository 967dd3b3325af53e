import { notFound, scopeOf, textsFor } from '@bollard/site-kit/server'
import type { Route } from './+types/platform-markdown.ts'
import { evidenceOf } from './evidence.server.ts'
import { type Example, findPlatform, type Platform, platforms } from './platforms.ts'
import { snippetOf } from './snippets.server.ts'

/** The page about a platform as Markdown, for programs that read: `/{language}/products/captcha/integrations/{platform}.md`. */
export function loader(args: Route.LoaderArgs): Response {
  const id = findPlatform(args.params.platform)
  if (id === null) notFound(args)
  const { language, site } = scopeOf(args.context, args.request)
  const { t } = textsFor('website', language)
  const { guide, install, widget, server }: Platform = platforms[id]
  const texts = t(($) => $.integrations.platforms[id], { returnObjects: true })
  const { version, isReleased, runs } = evidenceOf(id)
  const fence = (code: string) => `\`\`\`\n${code}\n\`\`\``
  const examples = (shown: readonly Example[]) =>
    shown.map(snippetOf).flatMap(({ file, code }) => [`${file}:`, fence(code)])
  const ran = runs.map(
    (run) => `- ${run.with}${run.cases === null ? '' : `: ${run.cases.passed}/${run.cases.of}`} (${run.date})`,
  )
  const markdown = [
    `# ${texts.title}`,
    texts.lead,
    t(($) => $.integrations.version[isReleased ? 'released' : 'unreleased'], { version }),
    `## ${t(($) => $.integrations.page.install)}`,
    texts.install,
    ...(install === undefined ? [] : [fence(install.code)]),
    `## ${t(($) => $.integrations.page.widget)}`,
    texts.widget,
    ...examples(widget),
    `## ${t(($) => $.integrations.page.server)}`,
    texts.server,
    ...examples(server),
    `## ${t(($) => $.integrations.page.errors)}`,
    texts.errors,
    `## ${t(($) => $.integrations.page.tested)}`,
    texts.tested,
    ...(ran.length === 0 ? [] : [ran.join('\n')]),
    `## ${t(($) => $.integrations.page.points)}`,
    Object.values(texts.points)
      .map((point) => `- ${point}`)
      .join('\n'),
    `${t(($) => $.integrations.page.guide)}: ${site.urls.docs}/${language}${guide}`,
  ]
  return new Response(`${markdown.join('\n\n')}\n`, {
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      'content-language': language,
      'x-robots-tag': 'noindex',
    },
  })
}
