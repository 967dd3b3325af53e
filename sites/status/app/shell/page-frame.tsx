import { formatsFor, useSite } from '@bollard/site-kit'
import { Alert, Posts } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { loadFace, logoOf } from '../kept/load-status-page.server.ts'
import { whenOf } from '../look/when.ts'
import type { Route } from './+types/page-frame.ts'
import type { Frame } from './frame.ts'
import { FrameHeader } from './frame-header.tsx'
import { Languages } from './languages.tsx'
import { colourStyle } from '../look/page-colours.ts'

export async function loader(args: Route.LoaderArgs): Promise<Frame> {
  const { page, base, here, staleSince } = await loadFace(args)
  const { name, colors, languages, noindex, content } = page
  return {
    face: { name, colors, languages, noindex },
    logo: logoOf(page, here),
    base,
    isLocked: content === null,
    staleSince,
    zone: content?.timeZone ?? 'UTC',
  }
}

export default function PageFrame({ loaderData: frame }: Route.ComponentProps) {
  const { face, isLocked, staleSince, zone } = frame
  const { t } = useTranslation()
  const { language, urls } = useSite()
  return (
    <div className="mx-auto flex min-h-dvh max-w-[52rem] flex-col px-5 sm:px-8">
      <style href="colours" precedence="page">
        {colourStyle(face)}
      </style>
      {face.noindex || isLocked ? <meta name="robots" content="noindex" /> : null}
      <FrameHeader {...frame} />
      <main id="content" tabIndex={-1} className="grid flex-1 content-start gap-10 py-8">
        {staleSince === null ? null : (
          <Alert kind="warning" title={t(($) => $.stale.title)}>
            {t(($) => $.stale.text, { at: whenOf(formatsFor(language, zone), staleSince) })}
          </Alert>
        )}
        <Outlet />
      </main>
      <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line py-6 text-sm text-ink-3">
        <Languages offered={face.languages} />
        <a href={urls.website} className="inline-flex items-center gap-2 hover:text-ink">
          <Posts className="size-4" />
          {t(($) => $.madeWith)}
        </a>
      </footer>
    </div>
  )
}
