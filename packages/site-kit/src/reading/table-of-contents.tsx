import { classNames, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** A heading of the page. */
interface ContentsEntry {
  readonly level: 2 | 3
  readonly anchor: string
  readonly text: string
}
interface ContentsProps {
  readonly contents: readonly ContentsEntry[]
}

/** The contents above a text, closed, where there is no room beside it. Nothing where there is only one heading. */
export function ContentsMenu({ contents }: ContentsProps) {
  const { t } = useTranslation()
  if (contents.length < 2) return null
  return (
    <details data-no-print className="group mt-6 rounded-md border border-line bg-surface xl:hidden">
      <summary className="flex min-h-11 list-none items-center px-4 text-sm font-[560] [&::-webkit-details-marker]:hidden">
        <span className="me-auto">{t(($) => $.structure.reading.onThisPage)}</span>
        <Icon name="chevron-down" className="size-3.5 text-ink-3 group-open:rotate-180" />
      </summary>
      <div className="px-4 pb-3">
        <TableOfContents contents={contents} />
      </div>
    </details>
  )
}

/** The contents beside a text, which stay in sight while it scrolls. Nothing where there is only one heading. */
export function ContentsAside({ contents }: ContentsProps) {
  const { t } = useTranslation()
  if (contents.length < 2) return null
  return (
    <div
      data-no-print
      className="sticky top-24 hidden max-h-[calc(100dvh-7rem)] w-56 shrink-0 self-start overflow-y-auto pb-6 xl:block"
    >
      <p aria-hidden="true" className="mb-2 text-sm font-[560]">
        {t(($) => $.structure.reading.onThisPage)}
      </p>
      <TableOfContents contents={contents} />
    </div>
  )
}

function TableOfContents({ contents }: ContentsProps) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t(($) => $.structure.reading.onThisPage)}>
      <ul className="grid border-s border-line">
        {contents.map(({ level, anchor, text }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              className={classNames(
                '-ms-px flex min-h-7 items-center border-s border-transparent py-0.5 text-sm text-ink-2 hover:border-ink hover:text-ink touch:min-h-11',
                level === 2 ? 'ps-3' : 'ps-6',
              )}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
