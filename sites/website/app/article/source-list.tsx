import type { Source } from '@bollard/content'
import { useTranslation } from 'react-i18next'

/** What an article rests on: documents that were opened and read, and what each is cited for. */
export function SourceList({ sources }: { sources: readonly Source[] }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="sources" className="mt-10">
      <h2 id="sources" tabIndex={-1} className="text-xl">
        {t(($) => $.article.sources)}
      </h2>
      <ol className="mt-3 grid list-decimal gap-3 ps-5 text-sm text-ink-2 marker:text-ink-3">
        {sources.map(({ name, author, date, address, supports }) => (
          <li key={address} className="[overflow-wrap:anywhere]">
            <span>
              {author}:{' '}
              <a className="text-link" href={address} rel="noopener">
                {name}
              </a>
              , {date}
            </span>
            <span className="block">{supports}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
