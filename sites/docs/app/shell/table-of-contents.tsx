import type { ContentsEntry } from '@bollard/content'
import { classNames } from '@bollard/ui'

/** Links to the headings of the page. */
export function TableOfContents({ contents, label }: { contents: readonly ContentsEntry[]; label: string }) {
  return (
    <nav aria-label={label}>
      <ul className="grid border-l border-line">
        {contents.map(({ level, anchor, text }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              className={classNames(
                '-ml-px flex min-h-7 items-center border-l border-transparent py-0.5 text-sm text-ink-2 hover:border-ink hover:text-ink touch:min-h-11',
                level === 2 ? 'pl-3' : 'pl-6',
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
