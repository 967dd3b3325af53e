import type { PublicState } from '@bollard/contracts'
import { publicOrigin } from '@bollard/site-kit/server'
import { data } from 'react-router'
import { homeOf } from '../answer/address.ts'
import { keepingHeaders, loadStatusPage } from '../kept/load-status-page.server.ts'
import { useOverall } from '../page/overall.tsx'
import { StateMark } from '../look/state-mark.tsx'
import { allowFraming } from '../answer/answer-headers.server.ts'
import { colourStyle } from '../look/page-colours.ts'
import type { Route } from './+types/embed.ts'

export async function loader(args: Route.LoaderArgs) {
  const loaded = await loadStatusPage(args)
  const { page, base, asker } = loaded
  allowFraming(args.context)
  const { state, groups } = page.content
  const counted = groups.map(({ components }) => ({ components: components.map((one) => ({ state: one.state })) }))
  const shown: {
    name: string
    address: string
    colors: typeof page.colors
    state: PublicState
    groups: typeof counted
  } = {
    name: page.name,
    address: `${publicOrigin(asker.scope.site)}${homeOf(base)}`,
    colors: page.colors,
    state,
    groups: counted,
  }
  return data(shown, { headers: keepingHeaders(loaded) })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

/** The sentence alone, for a frame in somebody's page. */
export default function Embed({ loaderData: { name, address, colors, state, groups } }: Route.ComponentProps) {
  const sentence = useOverall(state, groups)
  return (
    <main id="content" className="p-1">
      <title>{`${name}: ${sentence}`}</title>
      <meta name="robots" content="noindex" />
      <style href="colours" precedence="page">
        {colourStyle({ colors })}
      </style>
      <a
        href={address}
        target="_blank"
        rel="noopener"
        className="inline-flex max-w-full items-center gap-3 rounded-md border border-line bg-surface px-3 py-2 text-sm hover:border-ink-3"
      >
        <StateMark state={state} />
        <span className="min-w-0 truncate">{sentence}</span>
      </a>
    </main>
  )
}
