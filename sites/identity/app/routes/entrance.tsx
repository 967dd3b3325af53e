import { PlainHeader, useSite } from '@bollard/site-kit'
import { Street } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'

/** The shell of all forms: logo above, one calm card on paper, the street below. */
export default function Entrance() {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  return (
    <div className="flex min-h-dvh flex-col">
      <PlainHeader home={`${urls.website}/${language}`} />
      <main
        id="content"
        tabIndex={-1}
        className="grid flex-1 content-center justify-items-center px-4 pt-4 pb-10 sm:pt-6 sm:pb-14"
      >
        <Outlet />
      </main>
      <footer className="border-t border-line bg-surface">
        <a
          href={`${urls.docs}/${language}`}
          className="mx-auto flex w-fit items-center px-4 pt-3 text-sm text-ink-2 hover:text-ink touch:min-h-11"
        >
          {t(($) => $.structure.documentation)}
        </a>
        <Street label={t(($) => $.elements.street)} />
      </footer>
    </div>
  )
}
