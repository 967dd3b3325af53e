import { useTranslation } from 'react-i18next'

/** The first thing that a keyboard reaches: leads past the navigation. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a
      href="#content"
      className="sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:top-2 focus-visible:start-2 focus-visible:z-50 focus-visible:rounded-md focus-visible:bg-amber focus-visible:px-4 focus-visible:py-2.5 focus-visible:text-on-amber"
    >
      {t(($) => $.structure.skipToContent)}
    </a>
  )
}
