import { Icon } from '@bollard/ui'
import { useRouteLoaderData } from 'react-router'
import type { loader } from '../../shell/site-shell.tsx'

/** Where to read on: links of their own line, since the words of a page hold none. */
export function MoreLinks({ links }: { links: readonly { href: string; text: string }[] }) {
  const existing = useRouteLoaderData<typeof loader>('shell/site-shell')?.existing
  // Which legal texts there are depends on what the operator has stated.
  const isHere = (href: string) => !/^\/[a-z]{2}\/legal\//u.test(href) || existing?.has(href.slice(3)) === true
  return (
    <ul className="mt-8 flex flex-wrap gap-x-8 gap-y-1">
      {links
        .filter(({ href }) => isHere(href))
        .map(({ href, text }) => (
          <li key={href}>
            <a className="inline-flex items-center gap-1.5 py-1.5 font-[520] text-link touch:min-h-11" href={href}>
              {text}
              <Icon name="arrow-right" className="size-3.5" />
            </a>
          </li>
        ))}
    </ul>
  )
}
