import { layer, type Layer, type PageState } from '@bollard/site-kit/page-states'
import * as pageFrame from '../shell/page-frame.tsx'
import type { Frame } from '../shell/frame.ts'

export const exampleFrame: Frame = {
  face: {
    name: 'Example shop',
    colors: { light: '#1d4ed8', dark: '#93c5fd' },
    languages: ['en', 'de', 'fr', 'es', 'it'],
    noindex: false,
  },
  logo: null,
  base: '/example-shop',
  isLocked: false,
  staleSince: null,
  zone: 'Europe/Berlin',
}

/** A page of a customer. The tests' addresses begin with a language, which stands where the slug does. */
export function statusPageState({
  page,
  frame = {},
  at = '',
  ...state
}: Omit<PageState, 'site' | 'layers' | 'at'> & { page: Layer; frame?: Partial<Frame>; at?: string }): PageState {
  const around = layer('shell/page-frame', pageFrame, { loaderData: { ...exampleFrame, ...frame } })
  return { ...state, site: 'status', at, layers: [around, page] }
}
