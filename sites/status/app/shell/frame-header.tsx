import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { homeOf } from '../answer/address.ts'
import type { Frame } from './frame.ts'
import { useLanguageQuery } from './languages.tsx'

/** Whose page it is, and its other pages. */
export function FrameHeader({ face, logo, base, isLocked }: Pick<Frame, 'face' | 'logo' | 'base' | 'isLocked'>) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const query = useLanguageQuery()
  const links = [
    { path: '', text: t(($) => $.nav.status) },
    { path: '/history', text: t(($) => $.nav.history) },
    { path: '/subscribe', text: t(($) => $.nav.subscribe) },
  ]
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b-2 border-accent pt-6 pb-4">
      <a
        href={`${homeOf(base)}${query}`}
        className="flex min-w-0 items-center gap-3 text-lg font-[620] [overflow-wrap:anywhere]"
      >
        {logo === null ? null : <img src={logo} alt="" className="max-h-10 max-w-40 object-contain" />}
        {face.name}
      </a>
      {isLocked ? null : (
        <nav aria-label={t(($) => $.nav.label)} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {links.map(({ path, text }) => {
            const href = path === '' ? homeOf(base) : `${base}${path}`
            return (
              <a
                key={path}
                href={`${href}${query}`}
                aria-current={isAt(pathname, path) ? 'page' : undefined}
                className="inline-flex min-h-9 items-center text-ink-2 hover:text-ink aria-[current]:font-[560] aria-[current]:text-accent touch:min-h-11"
              >
                {text}
              </a>
            )
          })}
        </nav>
      )}
    </header>
  )
}

/** Routes have the page in front, also on a host of its own. */
const isAt = (pathname: string, path: string): boolean => pathname.replace(/^\/[^/]*/u, '').replace(/\/$/u, '') === path
