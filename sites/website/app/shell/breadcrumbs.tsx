import { publicOrigin, useSite } from '@bollard/site-kit'
import { Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { StructuredData } from './structured-data.tsx'

interface Crumb {
  readonly title: string
  /** Without the language. */
  readonly path: string
}

/** Where the page is, for people and search engines; the last crumb is the page itself. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation()
  const site = useSite()
  const addressOf = (path: string) => `/${site.language}${path}`
  return (
    <nav aria-label={t(($) => $.shell.breadcrumbs)} data-no-print className="mb-3 text-sm text-ink-2">
      <ol className="flex flex-wrap items-center gap-1.5">
        {crumbs.map(({ title, path }, index) => (
          <li key={path} className="flex items-center gap-1.5">
            {index === 0 ? null : <Icon name="chevron-right" className="size-3 text-ink-3" />}
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{title}</span>
            ) : (
              <a href={addressOf(path)} className="inline-flex items-center hover:text-ink touch:min-h-11">
                {title}
              </a>
            )}
          </li>
        ))}
      </ol>
      <StructuredData
        value={{
          '@type': 'BreadcrumbList',
          itemListElement: crumbs.map(({ title, path }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: title,
            item: publicOrigin(site) + addressOf(path),
          })),
        }}
      />
    </nav>
  )
}
