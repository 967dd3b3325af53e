import { type Operation, writeOperation } from '@bollard/api-reference'
import type { Language } from '@bollard/i18n'
import type { ListedPage, PageContent, PageSource } from './page-source.ts'
import { textsOf } from './frame-texts.server.ts'
import { anyInstallation, apiReference } from './reference.server.ts'

/** Search engines and lists show about so many characters. */
const descriptionMax = 160

/** A page for each operation, and one with all of them. */
export const apiPages: PageSource = {
  list: (language) => [
    overviewOf(language),
    ...apiReference().groups.flatMap(({ areas }) =>
      areas.flatMap(({ title: group, operations }) =>
        operations.map(({ id, title, summary }): ListedPage => ({
          path: `/api/${id}`,
          section: 'api',
          title,
          description: shortened(summary),
          group,
          modified: null,
        })),
      ),
    ),
  ],
  async read(language, path) {
    if (path === '/api') return readOverview(language)
    const operation = path.startsWith('/api/') ? apiReference().operations.get(path.slice('/api/'.length)) : undefined
    return operation === undefined ? null : readOperation(operation)
  },
}

function overviewOf(language: Language): ListedPage {
  const { title, description } = textsOf(language).reference.all
  return { path: '/api', section: 'api', title, description, modified: null }
}

function readOverview(language: Language): PageContent {
  const { title, description } = textsOf(language).reference.all
  const lists = apiReference().groups.flatMap(({ service, about, areas }) => [
    `## ${service}`,
    about,
    ...areas.flatMap((area) => [
      `### ${area.title}`,
      area.operations
        .map(({ id, title: name, method, path }) => `- [${name}](/api/${id}): \`${method} ${path}\``)
        .join('\n'),
    ]),
  ])
  return {
    markdown: `${[`# ${title}`, description, ...lists].join('\n\n')}\n`,
    passages: [{ anchor: null, heading: null, text: description }],
  }
}

function readOperation(operation: Operation): PageContent {
  const { id, method, path, summary, parameters, body } = operation
  const names = [...parameters, ...(body?.shape.fields ?? [])].map(({ name }) => name)
  return {
    markdown: writeOperation(operation, anyInstallation),
    passages: [{ anchor: null, heading: null, text: [id, method, path, summary, ...names].join(' ') }],
  }
}

/** As many whole sentences as fit, or else the beginning of the first. */
export function shortened(text: string): string {
  const sentences = text.replaceAll('`', '').split(/(?<=[.:;]) /u)
  let short = ''
  for (const sentence of sentences) {
    const longer = short === '' ? sentence : `${short} ${sentence}`
    if (longer.length > descriptionMax) break
    short = longer
  }
  return short === '' ? `${text.slice(0, descriptionMax - 1).replace(/\s\S*$/u, '')}…` : short
}
